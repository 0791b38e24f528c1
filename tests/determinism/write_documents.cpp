// Writes random source files of one agent each: write_documents FOLDER COUNT. The same ones each time.

#include <cstdlib>
#include <fstream>
#include <random>
#include <string>

#include "compiler/oracle/random_document.h"

int main(int count, char** words) {
  if (count != 3) return 2;
  std::mt19937 random(1);
  for (int i = 0; i < std::atoi(words[2]); ++i) {
    std::ofstream(std::string(words[1]) + "/random" + std::to_string(i) + ".ishi.yaml")
        << ishi::compiler::oracle::random_document(random).text;
  }
}
