#include "program/kernel_steps.h"

#include <catch2/catch.hpp>

namespace ishi::testing::kernel_steps_test {

TEST_CASE("a kernel reads whole vectors only where padding follows its agents, and as much as there is") {
  for (uint32_t agents = 1; agents <= 40; ++agents) {
    KernelSteps steps;
    steps.agents = agents;
    steps.rows = (agents + kKernelLanes - 1) / kKernelLanes * kKernelLanes;
    for (uint32_t slot = 0; slot < agents; ++slot) {
      for (uint32_t count = 1; slot + count <= agents; ++count) {
        uint32_t last = slot;  // that vectors reach
        for (uint32_t lane = 0; lane < count; lane += kKernelLanes) last = slot + lane + kKernelLanes - 1;
        const bool reaches_others = slot + count < agents;
        CHECK(steps.are_last(slot, count) == (!reaches_others && last < steps.rows));
      }
    }
  }
}

}  // namespace ishi::testing::kernel_steps_test
