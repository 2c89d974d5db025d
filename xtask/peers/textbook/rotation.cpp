// The rotation game (POJ 2286) as textbooks solve it: iterative deepening with the bound 8 minus the
// count of the most frequent symbol in the centre, without moves that undo the previous one. A move
// changes one cell of the centre, so no solution is shorter than the bound.
//
// Moves are tried in the order A to H, so the first solution is the least of the shortest.

#include <algorithm>
#include <iostream>
#include <string>

namespace {

// The cells of each line in the direction against its move: every cell gets the symbol of the next.
constexpr int LINE[8][7] = {
    {0, 2, 6, 11, 15, 20, 22},    // A
    {1, 3, 8, 12, 17, 21, 23},    // B
    {10, 9, 8, 7, 6, 5, 4},       // C
    {19, 18, 17, 16, 15, 14, 13}, // D
    {23, 21, 17, 12, 8, 3, 1},    // E
    {22, 20, 15, 11, 6, 2, 0},    // F
    {13, 14, 15, 16, 17, 18, 19}, // G
    {4, 5, 6, 7, 8, 9, 10},       // H
};
constexpr int INVERSE[8] = {5, 4, 7, 6, 1, 0, 3, 2};
constexpr int CENTRE[8] = {6, 7, 8, 11, 12, 15, 16, 17};
constexpr int NO_MOVE = -1;

struct Search {
    int board[24];
    std::string moves;

    int bound() const {
        int counts[4] = {0, 0, 0, 0};
        for (int cell : CENTRE) {
            ++counts[board[cell]];
        }
        return 8 - std::max({counts[1], counts[2], counts[3]});
    }

    void move(int line) {
        const int first = board[LINE[line][0]];
        for (int i = 0; i < 6; ++i) {
            board[LINE[line][i]] = board[LINE[line][i + 1]];
        }
        board[LINE[line][6]] = first;
    }

    bool deepen(int left, int inverse_of_last) {
        const int bound = this->bound();
        if (bound == 0) {
            return true;
        }
        if (bound > left) {
            return false;
        }
        for (int line = 0; line < 8; ++line) {
            if (line == inverse_of_last) {
                continue;
            }
            move(line);
            moves.push_back(static_cast<char>('A' + line));
            if (deepen(left - 1, INVERSE[line])) {
                return true;
            }
            moves.pop_back();
            move(INVERSE[line]);
        }
        return false;
    }
};

} // namespace

int main() {
    std::ios::sync_with_stdio(false);
    std::cin.tie(nullptr);
    Search search;
    while (std::cin >> search.board[0] && search.board[0] != 0) {
        for (int cell = 1; cell < 24; ++cell) {
            std::cin >> search.board[cell];
        }
        search.moves.clear();
        int limit = search.bound();
        while (!search.deepen(limit, NO_MOVE)) {
            ++limit;
        }
        std::cout << (search.moves.empty() ? "No moves needed" : search.moves) << '\n'
                  << search.board[CENTRE[0]] << '\n';
    }
}
