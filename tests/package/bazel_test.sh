#!/usr/bin/env bash
# The rules for Bazel compile and test a project of `ishi new`. A second checkout, in a folder of another name and by a Bazel that has built nothing, compiles
# nothing: its blobs come from a disk cache, and a third one's from a remote cache over HTTP. A change is compiled again. A game in C++ links @ishi//:runtime and
# plays what was compiled.
#
#   bazel_test.sh FOLDER SOURCE_FOLDER TOOL PREFIX     PREFIX: an installed Ishi; needs ISHI_LONG_TESTS (a minute) and bazel 4 or later; exits with 77 without them
set -euo pipefail
folder=$1 source=$(realpath "$2") tool=$(realpath "$3") prefix=$(realpath "$4")
[[ -n ${ISHI_LONG_TESTS:-} ]] || { echo 'it takes a minute: scripts/test_all runs it'; exit 77; }
command -v bazel > /dev/null || { echo 'there is no bazel: scripts/setup --bazel installs it'; exit 77; }
fail() { echo "bazel_test: $*" >&2; exit 1; }

rm -rf "$folder"
mkdir -p "$folder/package/bin"
cd "$folder"
folder=$PWD
export HOME=$folder
cp "$tool" package/bin/ishi
cp -rL "$prefix/include" "$prefix/lib" package
"$tool" new first > out
cp -r "$source/pipelines/bazel" first/ishi_rules
touch first/ishi_rules/BUILD
cat > first/WORKSPACE <<END
new_local_repository(name = "ishi", path = "$folder/package", build_file = "//ishi_rules:package.BUILD")
END
cat > first/BUILD <<'END'
load("//ishi_rules:ishi.bzl", "ishi_assets", "ishi_test")
ishi_assets(name = "behaviour", srcs = ["guard.ishi.yaml"], includes = ["game.ishi.yaml"], header = "game.h", deny_warnings = True)
ishi_test(name = "behaviour_test", srcs = ["guard.ishi.yaml"], includes = ["game.ishi.yaml"])
cc_binary(name = "game", srcs = ["main.cpp"], copts = ["-std=c++20"], data = [":behaviour"], deps = ["@ishi//:runtime"])
END
cat > first/main.cpp <<'END'
#include <cstdio>
#include <fstream>
#include <iterator>
#include <vector>

#include "ishi/ishi.h"

int main(int, char** arguments) {
  std::ifstream file(arguments[1], std::ios::binary);
  const std::vector<char> bytes{std::istreambuf_iterator<char>(file), {}};
  ishi::Asset asset;
  const ishi::Status status = ishi::Asset::load({reinterpret_cast<const uint8_t*>(bytes.data()), bytes.size()}, asset);
  std::puts(status ? "loaded" : ishi::describe(status.code));
  return status ? 0 : 1;
}
END
cp -r first second
cp -r first third

# Bazel's tests would download a tool for coverage, which nobody asks for here.
mkdir coverage
touch coverage/WORKSPACE
echo 'filegroup(name = "coverage_report_generator", visibility = ["//visibility:public"])' > coverage/BUILD

# … and for C++ rules of languages, in whose place those stand that Bazel itself has.
rules() { # rules REPOSITORY LANGUAGE RULE…
  local repository=$1 language=$2 rule
  shift 2
  mkdir -p "$repository/$language"
  touch "$repository/WORKSPACE" "$repository/$language/BUILD"
  for rule in "$@"; do echo "$rule = native.$rule"; done > "$repository/$language/defs.bzl"
}
rules rules_cc cc cc_binary cc_import cc_library cc_test cc_toolchain cc_toolchain_suite
rules rules_java java java_import java_runtime java_toolchain
overrides=()
for repository in coverage rules_cc rules_java; do overrides+=("--override_repository=${repository/#coverage/remote_coverage_tools}=$folder/$repository"); done

# run FOLDER CACHE VERB…: Bazel in a state of its own for each folder.
run() {
  local where=$1 cache=$2
  shift 2
  (cd "$where" && bazel --batch --output_user_root="$folder/state_of_$where" "$@" "$cache" "${overrides[@]}" > ../out 2>&1) || return 1
}
processes() { grep -oE 'INFO: [0-9]+ process.*' out; }

disk=--disk_cache=$folder/disk
run first "$disk" build //:behaviour || fail "it does not build: $(cat out)"
[[ $(processes) != *'cache hit'* ]] || fail "a cache that is empty has a hit: $(processes)"
"$tool" build first/guard.ishi.yaml -o by_hand > out
cmp by_hand/guard.ishi first/bazel-bin/guard.ishi || fail 'the blob is not what the tool writes'
grep -q 'namespace game' first/bazel-bin/game.h || fail 'there is no header'

run second "$disk" build //:behaviour || fail "the second checkout does not build: $(cat out)"
[[ $(processes) == *' cache hit'* ]] || fail "nothing came from the disk cache: $(processes)"
cmp first/bazel-bin/guard.ishi second/bazel-bin/guard.ishi

# A cache as bazel-remote is one, in a few lines: it answers GET and PUT.
cat > server.py <<'END'
import http.server, pathlib
kept = {}
class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    def reply(self, code, body=b""):
        self.send_response(code)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if self.command != "HEAD": self.wfile.write(body)
    def do_GET(self): self.reply(200, kept[self.path]) if self.path in kept else self.reply(404)
    do_HEAD = do_GET
    def do_PUT(self):
        kept[self.path] = self.rfile.read(int(self.headers["Content-Length"]))
        self.reply(200)
    def log_message(self, *arguments): pass
server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
pathlib.Path("port").write_text(str(server.server_port))
server.serve_forever()
END
python3 server.py &
server=$!
trap 'kill $server' EXIT
while [[ ! -s port ]]; do sleep 0.1; done
remote=--remote_cache=http://127.0.0.1:$(cat port)
rm -rf state_of_first/*/action_cache
run first "$remote" build //:behaviour --remote_upload_local_results=true || fail "it does not build with a remote cache: $(cat out)"
run third "$remote" build //:behaviour || fail "the third checkout does not build: $(cat out)"
[[ $(processes) == *'1 remote cache hit'* ]] || fail "nothing came from the remote cache: $(processes)"
cmp first/bazel-bin/guard.ishi third/bazel-bin/guard.ishi

run first "$disk" build //:game || fail "the game does not link the runtime: $(cat out)"
[[ $(first/bazel-bin/game first/bazel-bin/guard.ishi) == loaded ]] || fail 'the game does not load what was compiled'
run second "$disk" test //:behaviour_test --test_output=errors || fail "the tests fail: $(cat out)"
sed -i 's/survival: +1.0, stability: +0.1/survival: +0.5, stability: +0.1/' second/guard.ishi.yaml
run second "$disk" test //:behaviour_test --test_output=errors && fail 'a change after which a test fails passes'
grep -q 'the coward runs' out || fail "the failing test is not named: $(cat out)"
sed -i 's/survival: +0.5/survivl: +0.5/' second/guard.ishi.yaml
run second "$disk" build //:behaviour && fail 'an error in a source builds'
grep -q 'IS102' out || fail "the error is not shown: $(cat out)"
echo 'bazel: built, tested, taken from a disk cache and from a remote one, and loaded by a game in C++'
