// The 8-puzzle (HDU 1043) as textbooks solve it, board by board: the parity of the inversions shows
// whether there is a solution, A* with the Manhattan distance finds it, and the Cantor expansion of a
// board is its place in the table of boards seen.

#include <algorithm>
#include <array>
#include <cstdlib>
#include <iostream>
#include <queue>
#include <string>
#include <utility>
#include <vector>

namespace {

constexpr int BOARDS = 362880;
constexpr int FACTORIAL[9] = {40320, 5040, 720, 120, 24, 6, 2, 1, 1};
constexpr char LETTERS[] = "udlr";
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

bool is_solvable(const Board &board) {
    int inversions = 0;
    for (int i = 0; i < 9; ++i) {
        for (int j = i + 1; j < 9; ++j) {
            inversions += board[i] != 9 && board[j] != 9 && board[j] < board[i];
        }
    }
    return inversions % 2 == 0;
}

int manhattan(const Board &board) {
    int distance = 0;
    for (int cell = 0; cell < 9; ++cell) {
        const int home = board[cell] - 1;
        if (home != 8) {
            distance += std::abs(home / 3 - cell / 3) + std::abs(home % 3 - cell % 3);
        }
    }
    return distance;
}

struct Node {
    int bound;
    int moves;
    int blank;
    Board board;

    bool operator<(const Node &other) const {
        return bound != other.bound ? bound > other.bound : moves < other.moves;
    }
};

// The shortest way to a board so far, in the search with this number.
struct Seen {
    int search = 0;
    int moves = 0;
    int parent = -1;
    char letter = 0;
    bool is_expanded = false;
};

std::string solve(const Board &start) {
    // Entries of earlier searches count as empty: to clear them would take longer than most searches.
    static std::vector<Seen> seen(BOARDS);
    static int search = 0;
    ++search;
    std::priority_queue<Node> open;
    const int blank = static_cast<int>(std::find(start.begin(), start.end(), 9) - start.begin());
    seen[cantor(start)] = {search, 0, -1, 0, false};
    open.push({manhattan(start), 0, blank, start});
    while (!open.empty()) {
        const Node node = open.top();
        open.pop();
        const int rank = cantor(node.board);
        if (seen[rank].is_expanded) {
            continue;
        }
        seen[rank].is_expanded = true;
        if (rank == 0) {
            break;
        }
        for (int i = 0; i < 4; ++i) {
            const int row = node.blank / 3 + ROWS[i];
            const int column = node.blank % 3 + COLUMNS[i];
            if (row < 0 || row >= 3 || column < 0 || column >= 3) {
                continue;
            }
            Node next = node;
            next.moves = node.moves + 1;
            next.blank = 3 * row + column;
            std::swap(next.board[node.blank], next.board[next.blank]);
            Seen &reached = seen[cantor(next.board)];
            if (reached.search != search || next.moves < reached.moves) {
                reached = {search, next.moves, rank, LETTERS[i], false};
                next.bound = next.moves + manhattan(next.board);
                open.push(std::move(next));
            }
        }
    }
    std::string moves;
    for (int rank = 0; seen[rank].parent >= 0; rank = seen[rank].parent) {
        moves.push_back(seen[rank].letter);
    }
    std::reverse(moves.begin(), moves.end());
    return moves;
}

} // namespace

int main() {
    std::ios::sync_with_stdio(false);
    std::cin.tie(nullptr);
    Board board;
    int cell = 0;
    char tile;
    while (std::cin >> tile) {
        board[cell++] = static_cast<signed char>(tile == 'x' ? 9 : tile - '0');
        if (cell == 9) {
            std::cout << (is_solvable(board) ? solve(board) : "unsolvable") << '\n';
            cell = 0;
        }
    }
}
