class Fewest < Formula
  desc "Optimal solver for permutation puzzles, with proofs"
  homepage "@ADDRESS@"
  version "@VERSION@"
  license any_of: ["MIT", "Apache-2.0"]

  on_macos do
    on_arm do
      url "@ADDRESS@/releases/download/v@VERSION@/fewest-@VERSION@-aarch64-apple-darwin.tar.gz"
      sha256 "@SHA256:aarch64-apple-darwin.tar.gz@"
    end
    on_intel do
      url "@ADDRESS@/releases/download/v@VERSION@/fewest-@VERSION@-x86_64-apple-darwin.tar.gz"
      sha256 "@SHA256:x86_64-apple-darwin.tar.gz@"
    end
  end

  on_linux do
    on_arm do
      url "@ADDRESS@/releases/download/v@VERSION@/fewest-@VERSION@-aarch64-unknown-linux-gnu.tar.gz"
      sha256 "@SHA256:aarch64-unknown-linux-gnu.tar.gz@"
    end
    on_intel do
      url "@ADDRESS@/releases/download/v@VERSION@/fewest-@VERSION@-x86_64-unknown-linux-musl.tar.gz"
      sha256 "@SHA256:x86_64-unknown-linux-musl.tar.gz@"
    end
  end

  def install
    bin.install "fewest", "fewest-check"
    man1.install Dir["man/*.1"]
    bash_completion.install "completions/fewest.bash" => "fewest"
    zsh_completion.install "completions/fewest.zsh" => "_fewest"
    fish_completion.install "completions/fewest.fish"
  end

  test do
    assert_equal "3 F' U' R'\n", shell_output("#{bin}/fewest solve cube2 --scramble 'R U F' --certificate board.cert")
    assert_equal "verified for cube2: 3 moves are enough, and 2 are not\n", shell_output("#{bin}/fewest-check board.cert")
  end
end
