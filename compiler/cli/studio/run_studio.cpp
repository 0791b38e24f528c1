#include <fmt/format.h>

#include <cstdio>
#include <filesystem>
#include <string>
#include <system_error>

#include "cli/exit_code.h"
#include "cli/output/terminal.h"
#include "cli/studio/web_server.h"
#include "cli/verbs.h"
#include "recording/recording_file.h"
#include "system/paths.h"
#include "system/process.h"

namespace ishi::compiler::cli {
namespace {

constexpr int kUsualPort = 4750;
constexpr int kPortsTried = 20;

}  // namespace

int run_studio(const StudioOptions& options) {
  std::error_code error;
  const std::filesystem::path root = real_path(options.folder, error);
  if (error || !std::filesystem::is_directory(root, error)) {
    complain("{}: {}", options.folder,
             error ? error_text(error) : "this is a file; the studio takes the folder of a project");
    return kUsage;
  }
  if (!options.recording.empty() && !is_recording(options.recording)) {
    complain("--recording takes a recording of a game (ishi/record/recorder.h), and {} is none",
             options.recording);
    return kUsage;
  }
  const PageFiles page = read_page(options.page);
  if (!page.contains("index.html")) {
    if (options.page.empty())
      complain("this build of the tool has no page: run scripts/studio in its sources, and build it again");
    else
      complain("{}: there is no index.html", options.page);
    return kUsage;
  }
  const std::string token = random_digits(16);
  if (token.empty()) {
    complain("the system gives no random numbers, without which anybody could open the page");
    return kUsage;
  }
  // Before threads are made, so that they leave the signals to this one.
  EndRequest end;
  std::string why;
  const int first = options.port == 0 ? kUsualPort : options.port;
  const int tried = options.port == 0 ? kPortsTried : 1;
  for (int port = first; port < first + tried; ++port) {
    Studio studio(page, root, options.recording, port, token);
    const auto server = WebServer::start(studio, port, why);
    if (server == nullptr) continue;
    const std::string address = fmt::format("http://127.0.0.1:{}/#token={}", port, token);
    fmt::print("{}\n", address);
    std::fflush(stdout);
    if (options.opens) open_address(address);
    end.wait();
    return kGood;
  }
  complain("port {} cannot be used: {}; name another one by --port", first, why);
  return kUsage;
}

}  // namespace ishi::compiler::cli
