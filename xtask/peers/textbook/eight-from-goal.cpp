// The 8-puzzle (HDU 1043) as the better textbooks solve it: one breadth-first search from the goal
// notes for each board the move that leads back, and then answers all boards. The Cantor expansion of
// a board is its place in the table.

#include <array>
#include <iostream>
#include <string>
#include <utility>
#include <vector>

namespace {

constexpr int BOARDS = 362880;
constexpr int FACTORIAL[9] = {40320, 5040, 720, 120, 24, 6, 2, 1, 1};
// Those of the moves back: the search moves the blank up where a solution moves it down.
constexpr char LETTERS[] = "durl";
constexpr int ROWS[4] = {-1, 1, 0, 0};
constexpr int COLUMNS[4] = {0, 0, -1, 1};

// The tile of each cell; 9 is the blank, whose place in the goal is the last.
using Board = std::array<signed char, 9>;

int cantor(const Board &board) {
    int rank = 0;
    for (int i = 0; i < 9; ++i) {
        int smaller = 0;
        for (int j = i + 1; j < 9; ++j) {
            smaller += board[j] < board[i];
        }
        rank += smaller * FACTORIAL[i];
    }
    return rank;
}

// The way from a board to the goal; no letter if it was not reached.
struct Back {
    char letter = 0;
    int next = -1;
};

std::vector<Back> search_from_goal() {
    std::vector<Back> table(BOARDS);
    std::vector<std::pair<Board, int>> queue = {{{1, 2, 3, 4, 5, 6, 7, 8, 9}, 8}};
    table[0] = {'.', -1};
    for (std::size_t first = 0; first < queue.size(); ++first) {
        const auto [board, blank] = queue[first];
        const int rank = cantor(board);
        for (int i = 0; i < 4; ++i) {
            const int row = blank / 3 + ROWS[i];
            const int column = blank % 3 + COLUMNS[i];
            if (row < 0 || row >= 3 || column < 0 || column >= 3) {
                continue;
            }
            Board next = board;
            std::swap(next[blank], next[3 * row + column]);
            Back &back = table[cantor(next)];
            if (back.letter == 0) {
                back = {LETTERS[i], rank};
                queue.push_back({next, 3 * row + column});
            }
        }
    }
    return table;
}

} // namespace

int main() {
    std::ios::sync_with_stdio(false);
    std::cin.tie(nullptr);
    const std::vector<Back> table = search_from_goal();
    Board board;
    int cell = 0;
    char tile;
    while (std::cin >> tile) {
        board[cell++] = static_cast<signed char>(tile == 'x' ? 9 : tile - '0');
        if (cell < 9) {
            continue;
        }
        cell = 0;
        int rank = cantor(board);
        if (table[rank].letter == 0) {
            std::cout << "unsolvable\n";
            continue;
        }
        std::string moves;
        for (; rank != 0; rank = table[rank].next) {
            moves.push_back(table[rank].letter);
        }
        std::cout << moves << '\n';
    }
}
