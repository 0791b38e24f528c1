#pragma once

#include <string>

#include "field.h"

// What a person sees of the field.

namespace guards {

// The field as letters, one for each cell: s shoots, f flees, r reloads, . patrols, X a raider, + where
// somebody died; who patrols gives way to all others.
std::string map_text(const Field& field, const ishi::Asset& asset);

// A bar of `length` cells for a share of 0..1.
std::string bar(float share, int length);

// A picture of the field with the ways of everyone who is followed and of the raiders.
std::string svg(const Field& field, const ishi::Asset& asset);

}  // namespace guards
