#include <cstdio>
#include <cstring>
#include <fstream>
#include <iterator>
#include <string>

#include "meadow.h"

// usage: godot_meadow LIBRARY BLOB: prints the states of the demo, the lines of golden.txt.
int main(int count, char** arguments) {
  if (count != 3) return 2;
  std::ifstream file(arguments[2], std::ios::binary);
  const std::vector<uint8_t> blob{std::istreambuf_iterator<char>(file), {}};
  fake_godot::Host host(arguments[1]);
  {
    fake_godot::Meadow meadow(host, blob);
    for (int frame = 1; frame <= 3600; ++frame) {
      meadow.step();
      if (frame % 600 == 0) std::printf("%d %s\n", frame, meadow.hash().c_str());
    }
    if (meadow.bleats() <= 20) return std::puts("the sheep have hardly bleated"), 1;
  }
  return 0;
}
