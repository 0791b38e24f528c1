#pragma once

#include <cmath>
#include <cstddef>
#include <random>
#include <string>

namespace ishi::compiler::oracle {

// What random documents and situations are thrown with. The generator outlives it.
class Dice {
 public:
  explicit Dice(std::mt19937& random) : random_(random) {}

  bool chance(double p) { return std::uniform_real_distribution<>(0, 1)(random_) < p; }
  int below(int n) { return std::uniform_int_distribution<>(0, n - 1)(random_); }
  // With at most three decimals, so that a source file can say it.
  double real(double low, double high) {
    return std::round(std::uniform_real_distribution<>(low, high)(random_) * 1000) / 1000;
  }
  template <class... T>
  std::string one_of(T... texts) {
    const std::string all[] = {std::string(texts)...};
    return all[static_cast<size_t>(below(static_cast<int>(sizeof...(T))))];
  }

 private:
  std::mt19937& random_;
};

}  // namespace ishi::compiler::oracle
