// Knights (SCOI 2005) as textbooks solve it: iterative deepening to at most 15 moves, with the number
// of knights out of place as the bound. A move carries one knight, so no solution is shorter.

#include <iostream>
#include <utility>

namespace {

constexpr char GOAL[] = "1111101111"
                        "00*11"
                        "0000100000";
constexpr int LIMIT = 15;
constexpr int JUMPS[8][2] = {{-2, -1}, {-2, 1}, {-1, -2}, {-1, 2}, {1, -2}, {1, 2}, {2, -1}, {2, 1}};

struct Search {
    char board[25];

    int bound() const {
        int misplaced = 0;
        for (int cell = 0; cell < 25; ++cell) {
            misplaced += board[cell] != '*' && board[cell] != GOAL[cell];
        }
        return misplaced;
    }

    bool deepen(int left, int empty, int came_from) {
        const int bound = this->bound();
        if (bound == 0) {
            return true;
        }
        if (bound > left) {
            return false;
        }
        for (const auto &jump : JUMPS) {
            const int row = empty / 5 + jump[0];
            const int column = empty % 5 + jump[1];
            const int cell = 5 * row + column;
            if (row < 0 || row >= 5 || column < 0 || column >= 5 || cell == came_from) {
                continue;
            }
            std::swap(board[empty], board[cell]);
            const bool is_solved = deepen(left - 1, cell, empty);
            std::swap(board[empty], board[cell]);
            if (is_solved) {
                return true;
            }
        }
        return false;
    }
};

} // namespace

int main() {
    std::ios::sync_with_stdio(false);
    std::cin.tie(nullptr);
    int boards;
    std::cin >> boards;
    while (boards-- > 0) {
        Search search;
        int empty = 0;
        for (int cell = 0; cell < 25; ++cell) {
            std::cin >> search.board[cell];
            if (search.board[cell] == '*') {
                empty = cell;
            }
        }
        int limit = search.bound();
        while (limit <= LIMIT && !search.deepen(limit, empty, -1)) {
            ++limit;
        }
        std::cout << (limit <= LIMIT ? limit : -1) << '\n';
    }
}
