#pragma once

#include <cstdint>

// How far the runtime counts. Most limits are set by the width of a number; those of programs keep a blob
// from asking for more memory than its size lets one expect.

namespace ishi::limits {

inline constexpr uint32_t kOptions = 0xfffe;              // of an agent: two bytes, the last value is none
inline constexpr uint32_t kStates = 64;                   // of an agent: a word has a bit for each
inline constexpr uint32_t kMembers = 256;                 // of an enum: a byte
inline constexpr uint32_t kExactFloat = 1u << 24;         // integers that a float holds exactly
inline constexpr uint32_t kOperations = 1u << 16;         // of a program
inline constexpr uint32_t kFormulaOperations = 1u << 12;  // of a formula
inline constexpr uint32_t kRecordBytes = 1024;            // of a task's parameters or an event's fields
inline constexpr uint32_t kSetMembers = 64;               // of a set of each agent's own
inline constexpr uint32_t kSharedMembers = 255;           // of a set that agents share: a byte counts them
inline constexpr uint32_t kSetValues = 1u << 16;          // of all sets, when they are full
inline constexpr uint32_t kSetFields = 1u << 16;          // of all sets, those of remembered things included
inline constexpr uint32_t kTokenCount = 1u << 16;         // agents that hold one of a token
inline constexpr uint32_t kNavigations = 64;  // of an asset: each takes a kilobyte of a population
inline constexpr float kSpeed = 1e6f;         // metres per second, of those who walk or steer
inline constexpr uint32_t kChoices = 1024;    // of an agent
inline constexpr uint32_t kNodes = 1u << 16;  // of an agent
inline constexpr uint32_t kNodeDepth = 64;
inline constexpr uint32_t kRetries = 0xffff;
inline constexpr uint32_t kRounds = 1u << 24;    // of a repeat
inline constexpr uint32_t kPlannedValues = 256;  // of an agent: a number each, three of a point or direction
inline constexpr uint32_t kPlanSituations = 1u << 20;
inline constexpr uint32_t kSenses = 64;              // of an agent
inline constexpr uint32_t kAwarenessLevels = 16;     // of a memory
inline constexpr uint32_t kSounds = 1u << 16;        // that a world keeps until they were heard
inline constexpr float kAwarenessRate = 1e6f;        // one per second
inline constexpr uint32_t kSteerings = 256;          // of an agent
inline constexpr uint32_t kSteeringBehaviours = 64;  // of a steering
inline constexpr uint32_t kLeastDirections = 4,
                          kMostDirections = 64;  // of a steering; a word has a bit for each
inline constexpr uint32_t kBranches = 64;        // of first, best, all, any; a word has a bit for each
inline constexpr float kSeconds = 1e9f;          // of a cooldown
inline constexpr uint32_t kProfileValues = 1u
                                           << 24;  // of a program: computed in each thought, for all profiles
inline constexpr uint32_t kEntities = kExactFloat - 1;  // rows are floats in programs
inline constexpr uint32_t kEventBytes = 1u << 30;
inline constexpr uint32_t kTeams = 0xffff;
inline constexpr uint32_t kPopulations = 0xffff;
inline constexpr float kLongAgo = 1e6f;  // seconds: what never happened, and the greatest age of a fact
inline constexpr float kFar = 1e6f;      // metres: positions are held within it

}  // namespace ishi::limits
