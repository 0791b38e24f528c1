#pragma once

#include <string>

#include "field.h"

// What a person sees of the field.

namespace skirmish {

// The field as letters, capitals for the player's side, and below it what everybody does.
std::string map_text(const Field& field);

// Where everybody went, coloured by what they had in mind; the orders, and who fell where.
std::string svg(const Field& field);

}  // namespace skirmish
