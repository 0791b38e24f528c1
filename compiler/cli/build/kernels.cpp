#include "cli/build/kernels.h"

#include <algorithm>
#include <list>
#include <string>

#include "cli/exit_code.h"
#include "cli/output/output.h"
#include "cli/output/terminal.h"
#include "ishi/asset.h"
#include "kernels/kernel_file.h"
#include "system/whole_file.h"

namespace ishi::compiler::cli {
namespace {

namespace fs = std::filesystem;

constexpr size_t kMostBytes = size_t{1} << 30;

fs::path header_of(const std::string& source) { return fs::path(source).replace_extension(".h"); }

int report(const std::string& failure) {
  if (failure.empty()) return kGood;
  complain("{}", failure);
  return kUsage;
}

}  // namespace

bool check_kernels(const BuildOptions& options) {
  const fs::path path(options.kernels);
  const std::string name = path.filename().string();
  const bool is_source =
      path.extension() == ".cpp" || path.extension() == ".cc" || path.extension() == ".cxx";
  if (!is_source || path.stem().empty()) {
    complain(
        "--kernels needs the name of a C++ file, such as guard_kernels.cpp; its header is written beside it");
    return false;
  }
  // It includes itself by name.
  const auto is_awkward = [](unsigned char c) { return c < ' ' || c == '"' || c == '\\'; };
  if (std::ranges::any_of(name, is_awkward)) {
    complain(
        "--kernels takes no name with quotes, backslashes or line ends, since the file includes itself by "
        "it");
    return false;
  }
  return true;
}

int write_kernels(const BuildOptions& options, const std::vector<fs::path>& blobs) {
  std::list<Asset> assets;
  std::vector<const Asset*> all;
  for (const fs::path& blob : blobs) {
    const auto bytes = read_whole(blob.string(), kMostBytes);
    Asset& asset = assets.emplace_back();
    const bool is_loaded =
        bytes && Asset::load({reinterpret_cast<const uint8_t*>(bytes->data()), bytes->size()}, asset);
    if (!is_loaded) return report("cannot read " + blob.string() + " again, which was just written");
    all.push_back(&asset);
  }
  const std::string name = fs::path(options.kernels).filename().string();
  const KernelFile file{name, options.name_space};
  if (const int code = report(write_file(header_of(options.kernels), kernels_header(file))); code != kGood)
    return code;
  return report(write_file(options.kernels, kernels_source(file, all)));
}

}  // namespace ishi::compiler::cli
