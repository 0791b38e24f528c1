// Writes the assets as blobs, with names and without, for fuzzers to begin with. Usage: fuzz_blobs FOLDER

#include <cstdio>
#include <filesystem>
#include <fstream>

#include "assets.h"

int main(int count, char** arguments) {
  if (count != 2) {
    std::fputs("usage: fuzz_blobs FOLDER\n", stderr);
    return 2;
  }
  const std::filesystem::path folder = arguments[1];
  std::filesystem::create_directories(folder);
  for (const bool strip : {false, true}) {
    for (const auto& [name, bytes] : ishi::fuzzing::compile_assets(strip)) {
      std::ofstream file(folder / (name + (strip ? ".bare" : ".named")), std::ios::binary);
      file.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
      if (!file.good()) return 1;
    }
  }
}
