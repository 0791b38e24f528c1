#include <array>

#include "diagnostics/catalogue_parts.h"

// 2xx: types, units, ranges and expressions.

namespace ishi::compiler {

namespace {

constexpr auto kTypesRows = std::to_array<CatalogueRow>({
    {Code::not_a_number, Severity::error, "not a number",
     "Only a number can stand here: digits, perhaps with a sign before them and a fraction behind a "
     "point. Words and calculations belong where an expression is wanted, such as in `score` or "
     "under `values`.\n\n"
     "Write the number, such as 12, 0.5 or -3.",
     "ishi: 1\n"
     "blackboard:\n"
     "  hp: { type: number, range: 0..100, default: full }\n",
     "ishi: 1\n"
     "blackboard:\n"
     "  hp: { type: number, range: 0..100, default: 100 }\n"},
    {Code::number_form, Severity::error, "number in another notation",
     "What was meant is clear or nearly so, but it is not how numbers are written here: a zero "
     "before the digits (`010` is 8 to some programs), a comma for the point, a point without a "
     "digit on both sides, digits in groups, a number such as `0x1f`. Each of them is read "
     "differently by different programs, so none is read at all. `1,000` is a thousand in some "
     "countries and one in others, so `check --fix` leaves it alone.\n\n"
     "Write the digits 0 to 9 with a point: 10, 0.5, 1000.",
     "ishi: 1\n"
     "blackboard:\n"
     "  hp: { type: number, range: 0..100, default: 010 }\n",
     "ishi: 1\n"
     "blackboard:\n"
     "  hp: { type: number, range: 0..100, default: 10 }\n"},
    {Code::number_not_representable, Severity::error, "number that a game cannot hold",
     "The numbers that a game calculates with reach to about 3.4e38, and nothing but 0 lies "
     "closer to 0 than 1.2e-38. Infinity and \"not a number\" (`.inf`, `.nan`) are no values at all: "
     "what is calculated with them is worthless.\n\n"
     "Write a number that means something in the game. For \"as much as possible\" write a number "
     "above all others, such as 1000000.",
     "ishi: 1\n"
     "blackboard:\n"
     "  hp: { type: number, default: .inf }\n",
     "ishi: 1\n"
     "blackboard:\n"
     "  hp: { type: number, default: 1000000 }\n"},
    {Code::number_out_of_range, Severity::error, "number out of range",
     "This number has limits, and the one here lies outside of them; the message names them. Whole "
     "numbers, for example, go from -16777216 to 16777216, because beyond that a game no longer "
     "holds every one exactly.\n\n"
     "Write a number within the limits.",
     "ishi: 1\n"
     "needs:\n"
     "  hunger: { level: 0.5 }\n"
     "importance:\n"
     "  glutton: { hunger: -2 }\n",
     "ishi: 1\n"
     "needs:\n"
     "  hunger: { level: 0.5 }\n"
     "importance:\n"
     "  glutton: { hunger: 2 }\n"},
    {Code::unit_missing, Severity::error, "number without its unit",
     "A length, a duration, an angle or a speed is written with its unit, glued to the digits: `5m`, "
     "`2.5s`, `90deg`, `3m/s`. Without one nobody knows whether 5 means metres or centimetres, "
     "seconds or frames.\n\n"
     "Write the unit. The same holds for a curve whose points are written with units: what it is "
     "given must have one.",
     "ishi: 1\n"
     "blackboard:\n"
     "  reach: { type: length, default: 5 }\n",
     "ishi: 1\n"
     "blackboard:\n"
     "  reach: { type: length, default: 5m }\n"},
    {Code::unit_unexpected, Severity::error, "unit that does not belong here",
     "The number has a unit where a plain number is wanted, or a unit of the wrong kind, such as "
     "seconds for a length. A number of frames can stand in `think` alone.\n\n"
     "Leave the unit out, or write one of the right kind. In an expression, divide by the unit to "
     "get a plain number: `distance(threat) / 1m`. To judge a length or a duration give it to a "
     "curve, which can say with `input: 0m..20m` what it takes.",
     "ishi: 1\n"
     "blackboard:\n"
     "  threat: entity\n"
     "actions:\n"
     "  shoot: { score: distance(threat) }\n",
     "ishi: 1\n"
     "blackboard:\n"
     "  threat: entity\n"
     "actions:\n"
     "  shoot: { score: 1 / (1 + distance(threat) / 1m) }\n"},
    {Code::unknown_unit, Severity::error, "unknown unit",
     "Something is glued to a number that is no unit, or a unit stands apart from its number. The "
     "units are m, cm, km for lengths, s, ms, min, h for durations, deg and rad for angles, m/s for "
     "speeds, /s, /min, /h for rates, frames in `think`, and % for hundredths.\n\n"
     "Write one of these units, without a space between it and the digits.",
     "ishi: 1\n"
     "tasks:\n"
     "  aim: { takes: 2sec }\n",
     "ishi: 1\n"
     "tasks:\n"
     "  aim: { takes: 2s }\n"},
    {Code::not_whole, Severity::error, "number that is not whole",
     "An integer counts things: it has no fraction, and neither have the ends of its range.\n\n"
     "Write a whole number, or give the thing the type `number`.",
     "ishi: 1\n"
     "blackboard:\n"
     "  ammo: { type: integer, range: 0..12, default: 2.5 }\n",
     "ishi: 1\n"
     "blackboard:\n"
     "  ammo: { type: integer, range: 0..12, default: 2 }\n"},
    {Code::not_a_boolean, Severity::error, "neither true nor false",
     "Here something is either so or not so, which is written `true` or `false`. YAML elsewhere "
     "also takes yes, no, on, off, y and n for that, but not every program takes the same ones, so "
     "here they are only words.\n\n"
     "Write `true` or `false`.",
     "ishi: 1\n"
     "blackboard:\n"
     "  alarm: { type: boolean, default: yes }\n",
     "ishi: 1\n"
     "blackboard:\n"
     "  alarm: { type: boolean, default: true }\n"},
    {Code::bad_range, Severity::error, "range that is none",
     "A range has two different ends with two dots and no spaces between them, the low end first: "
     "`0..100`, `-1..1`, `0m..40m`. If one end has a unit the other one has it, too.\n\n"
     "Write it in that form.",
     "ishi: 1\n"
     "blackboard:\n"
     "  hp: { type: number, range: 100..0 }\n",
     "ishi: 1\n"
     "blackboard:\n"
     "  hp: { type: number, range: 0..100 }\n"},
    {Code::unknown_word, Severity::error, "word that has no meaning here",
     "This field takes one of a few words, and what stands here is none of them. The message lists "
     "them.\n\n"
     "Write one of these words.",
     "ishi: 1\n"
     "blackboard:\n"
     "  alarm: { type: boolean, scope: teem }\n",
     "ishi: 1\n"
     "blackboard:\n"
     "  alarm: { type: boolean, scope: team }\n"},
    {Code::range_not_allowed, Severity::error, "range of what is no number",
     "A `range` says between which numbers a value lies. What has this type is no number, so there "
     "is nothing between.\n\n"
     "Leave `range` out. For a choice of words write `one_of: [low, middle, high]`.",
     "ishi: 1\n"
     "blackboard:\n"
     "  alarm: { type: boolean, range: 0..1 }\n",
     "ishi: 1\n"
     "blackboard:\n"
     "  alarm: { type: boolean }\n"},
    {Code::default_outside_range, Severity::error, "value outside its range",
     "The value lies outside the range that was declared for it: a default, an argument, what a step "
     "sets. Nothing is ever outside its range in the game, so one of the two is wrong. Without a `range` of "
     "its own a number goes from "
     "-1000000 to 1000000.\n\n"
     "Change the value, or widen the range.",
     "ishi: 1\n"
     "blackboard:\n"
     "  hp: { type: number, range: 0..100, default: 120 }\n",
     "ishi: 1\n"
     "blackboard:\n"
     "  hp: { type: number, range: 0..100, default: 100 }\n"},
    {Code::wrong_literal, Severity::error, "value of the wrong form",
     "The value does not look like its type: a point or a direction is written as three plain "
     "numbers, `[0, 0, 2.5]`, and a direction cannot be `[0, 0, 0]`, for that points nowhere; an "
     "enum is one of its own words; an entity has no default, because only the game knows who there "
     "is.\n\n"
     "Write the value in that form.",
     "ishi: 1\n"
     "blackboard:\n"
     "  home: { type: point, default: [0, 5] }\n",
     "ishi: 1\n"
     "blackboard:\n"
     "  home: { type: point, default: [0, 0, 5] }\n"},
    {Code::expression_layout, Severity::error, "expression on several lines",
     "An expression stands on one line, letter for letter. It cannot go on below, and in quotes it "
     "cannot hold a backslash.\n\n"
     "If it is too long for a line, give its parts names under `values:` and combine the names.",
     "ishi: 1\n"
     "blackboard:\n"
     "  hp: { type: number, range: 0..100 }\n"
     "values:\n"
     "  hurt: |\n"
     "    1 - hp.norm\n",
     "ishi: 1\n"
     "blackboard:\n"
     "  hp: { type: number, range: 0..100 }\n"
     "values:\n"
     "  hurt: 1 - hp.norm\n"},
    {Code::expression_syntax, Severity::error, "expression that cannot be read",
     "Something in the expression is missing or too much: a value, an operator, a parenthesis, or a "
     "sign that has no meaning here. An expression is made of numbers, names, the operators + - * / "
     "^, the comparisons == != < <= > >=, the words `and`, `or` and `not`, parentheses ( ), and "
     "functions such as `max(a, b)`.\n\n"
     "Look at the place that is marked, and just before it.",
     "ishi: 1\n"
     "blackboard:\n"
     "  hp: { type: number, range: 0..100 }\n"
     "values:\n"
     "  hurt: 1 - (hp.norm * 0.5\n",
     "ishi: 1\n"
     "blackboard:\n"
     "  hp: { type: number, range: 0..100 }\n"
     "values:\n"
     "  hurt: 1 - (hp.norm * 0.5)\n"},
    {Code::expression_too_large, Severity::error, "expression that is too large",
     "Expressions can be nested 64 levels deep and have 4096 parts, and what is built upon what, "
     "through named values, can be 512 levels high. Nobody writes such a thing by hand and "
     "understands it afterwards.\n\n"
     "Give parts of it names under `values:` and combine the names. If many values build upon one "
     "another in a row, shorten the row.",
     "ishi: 1\n"
     "values:\n"
     "  deep: "
     "((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((0))))))))))))))))))))))))))))))))"
     "))))))))))))))))))))))))))))))))\n",
     "ishi: 1\n"
     "values:\n"
     "  deep: (0)\n"},
    {Code::comparison_chain, Severity::error, "chain of comparisons",
     "`0 < x < 10` looks like mathematics, but most languages read it as `(0 < x) < 10`, which is "
     "always true. To keep everybody from guessing it is not allowed at all.\n\n"
     "Write two comparisons and join them: `0 < x and x < 10`.",
     "ishi: 1\n"
     "blackboard:\n"
     "  hp: { type: number, range: 0..100 }\n"
     "values:\n"
     "  wounded: 20 < hp < 60\n",
     "ishi: 1\n"
     "blackboard:\n"
     "  hp: { type: number, range: 0..100 }\n"
     "values:\n"
     "  wounded: 20 < hp and hp < 60\n"},
    {Code::type_mismatch, Severity::error, "value of the wrong type",
     "A value of one type stands where another is wanted: an entity in a sum, a point in a "
     "comparison, a person where a place is asked for. Numbers, conditions, entities, points, "
     "directions and the words of enums do not turn into one another by themselves. There is one "
     "exception: a condition counts as 0 or 1 where a number is wanted.\n\n"
     "Ask for what you want to know: `threat.known`, `threat.strength`, `distance(threat)`, `posture "
     "== crouch`.",
     "ishi: 1\n"
     "blackboard:\n"
     "  threat: entity\n"
     "values:\n"
     "  danger: 0.5 + threat\n",
     "ishi: 1\n"
     "blackboard:\n"
     "  threat: entity\n"
     "values:\n"
     "  danger: 0.5 + 0.5 * threat.known\n"},
    {Code::unit_mismatch, Severity::error, "units that do not go together",
     "Only like can be added to like, or compared with it: metres with metres, seconds with seconds, "
     "plain numbers with plain numbers. `5m + 2s` is nothing, and neither is `distance(threat) < "
     "5`.\n\n"
     "Write the missing unit. To get a plain number divide by a unit: `distance(threat) / 1m`.",
     "ishi: 1\n"
     "blackboard:\n"
     "  threat: entity\n"
     "values:\n"
     "  is_near: distance(threat) < 5\n",
     "ishi: 1\n"
     "blackboard:\n"
     "  threat: entity\n"
     "values:\n"
     "  is_near: distance(threat) < 5m\n"},
    {Code::unit_product, Severity::error, "product of units that measures nothing",
     "A quantity can be multiplied with a plain number, or divided by one. Divided by its own kind "
     "it is a plain number; a length by a duration is a speed, a rate times a duration a plain "
     "number. Other products, and powers of a quantity, measure nothing that the language knows: "
     "square metres, for example.\n\n"
     "Divide by a unit first, and calculate with plain numbers: `(distance(threat) / 1m) ^ 2`.",
     "ishi: 1\n"
     "blackboard:\n"
     "  threat: entity\n"
     "values:\n"
     "  farness: distance(threat) * distance(threat)\n",
     "ishi: 1\n"
     "blackboard:\n"
     "  threat: entity\n"
     "values:\n"
     "  farness: (distance(threat) / 1m) * (distance(threat) / 1m)\n"},
    {Code::float_equality, Severity::error, "equality of numbers with fractions",
     "A number with a fraction that was calculated hardly ever is exactly another one: 0.1 + 0.2 is "
     "not quite 0.3. A condition with `==` would nearly never hold, one with `!=` nearly always, "
     "and both would look right.\n\n"
     "Use `<` or `>`, or ask whether the two are close: `abs(a - b) < 0.01`. Integers, conditions, "
     "entities and the words of enums can be compared with `==`.",
     "ishi: 1\n"
     "blackboard:\n"
     "  hp: { type: number, range: 0..100 }\n"
     "values:\n"
     "  is_dead: hp == 0\n",
     "ishi: 1\n"
     "blackboard:\n"
     "  hp: { type: number, range: 0..100 }\n"
     "values:\n"
     "  is_dead: hp <= 0\n"},
    {Code::not_a_condition, Severity::error, "not a condition",
     "`when`, `if`, `and`, `or` and `not` ask whether something is so. A number or an entity answers "
     "no such question: it would be a guess whether 0, or nobody, counts as no.\n\n"
     "Ask the question: `ammo > 0`, `threat.known`, `posture == crouch`.",
     "ishi: 1\n"
     "blackboard:\n"
     "  ammo: { type: integer, range: 0..12 }\n"
     "actions:\n"
     "  shoot: { when: ammo, score: 1 }\n",
     "ishi: 1\n"
     "blackboard:\n"
     "  ammo: { type: integer, range: 0..12 }\n"
     "actions:\n"
     "  shoot: { when: ammo > 0, score: 1 }\n"},
    {Code::unknown_member, Severity::error, "unknown name behind a point",
     "What can be read behind the point follows from what stands before it. An entity has `.known`, "
     "`.position`, `.facing` and the fields of its thing; a number with a range has `.norm`; under `on` "
     "an event has its fields. A point or a direction has nothing there: ask `distance` or `angle`.\n\n"
     "Correct the name, or add the field to the thing or event.",
     "ishi: 1\n"
     "things:\n"
     "  person: { fields: { strength: { type: number, range: 0..1 } } }\n"
     "blackboard:\n"
     "  threat: person\n"
     "values:\n"
     "  danger: threat.known * threat.strenght\n",
     "ishi: 1\n"
     "things:\n"
     "  person: { fields: { strength: { type: number, range: 0..1 } } }\n"
     "blackboard:\n"
     "  threat: person\n"
     "values:\n"
     "  danger: threat.known * threat.strength\n"},
    {Code::argument_count, Severity::error, "too many or too few values for a function",
     "Each function takes a certain number of values, with commas between them, and a curve takes "
     "one. The help of the message shows how this one is "
     "written.\n\n"
     "Add what is missing, or delete what is too much.",
     "ishi: 1\n"
     "blackboard:\n"
     "  hp: { type: number, range: 0..100 }\n"
     "values:\n"
     "  health: clamp(hp, 10)\n",
     "ishi: 1\n"
     "blackboard:\n"
     "  hp: { type: number, range: 0..100 }\n"
     "values:\n"
     "  health: clamp(hp, 10, 90)\n"},
    {Code::no_norm, Severity::error, "`.norm` without a range",
     "`.norm` maps a number from its declared range to 0 to 1. Where no range is declared, or where "
     "the number is calculated, there is nothing to map from.\n\n"
     "Declare a `range`, or say it on the spot: `norm(x, 0, 50)` is 0 where x is 0, and 1 where x is "
     "50.",
     "ishi: 1\n"
     "blackboard:\n"
     "  hp: number\n"
     "values:\n"
     "  health: hp.norm\n",
     "ishi: 1\n"
     "blackboard:\n"
     "  hp: { type: number, range: 0..100 }\n"
     "values:\n"
     "  health: hp.norm\n"},
    {Code::not_available_here, Severity::error, "name that has no meaning in this place",
     "Some names mean something in certain places only. `running` asks whether this action is the "
     "one that runs, and `elapsed` how long it or one of its steps has run, so they belong into the "
     "expressions of an action; in a need or a named value there is no action to ask about. `event` is "
     "what has just arrived, under `on`. `someone` and `any` describe situations in tests.\n\n"
     "Move the name to where it has its meaning.",
     "ishi: 1\n"
     "values:\n"
     "  bonus: running * 0.1\n"
     "actions:\n"
     "  patrol: { score: 0.3 + bonus }\n",
     "ishi: 1\n"
     "actions:\n"
     "  patrol: { score: 0.3 + running * 0.1 }\n"},
    {Code::name_is_no_value, Severity::error, "name used for what it is not",
     "The name exists, but it is no value, or is one and is used like a function. A curve or a "
     "function gives a value only when it is given one: `panic(1 - hp.norm)`. The level of a need is "
     "read as `needs.hunger`, that of a drive as `drives.danger`. Actions and tasks have no value at "
     "all.\n\n"
     "Write it in the form that the message shows.",
     "ishi: 1\n"
     "needs:\n"
     "  hunger: { level: 0.5 }\n"
     "actions:\n"
     "  eat: { score: hunger }\n",
     "ishi: 1\n"
     "needs:\n"
     "  hunger: { level: 0.5 }\n"
     "actions:\n"
     "  eat: { score: needs.hunger }\n"},
    {Code::value_cycle, Severity::error, "value that is made of itself",
     "To know this value one would have to know it already: it reads another one, which reads "
     "another one, and so on, back to the first. The chain is shown below the message.\n\n"
     "Break the chain: let one of them be computed from keys alone.",
     "ishi: 1\n"
     "values:\n"
     "  fear: 1 - courage\n"
     "  courage: 1 - fear\n",
     "ishi: 1\n"
     "blackboard:\n"
     "  hp: { type: number, range: 0..100 }\n"
     "values:\n"
     "  fear: 1 - courage\n"
     "  courage: hp.norm\n"},
    {Code::integer_expected, Severity::error, "number where a whole one is wanted",
     "This place takes a whole number, but what stands here may have a fraction: a division always "
     "may, and so may everything of the type `number`. Which whole number to take instead is your "
     "decision.\n\n"
     "Say it: `floor(x)` is the next one downward, `ceil(x)` the next one upward, `round(x)` the "
     "nearest.",
     "ishi: 1\n"
     "blackboard:\n"
     "  ammo: { type: integer, range: 0..12 }\n"
     "tasks:\n"
     "  volley: { effects: { ammo: ammo / 2 } }\n",
     "ishi: 1\n"
     "blackboard:\n"
     "  ammo: { type: integer, range: 0..12 }\n"
     "tasks:\n"
     "  volley: { effects: { ammo: floor(ammo / 2) } }\n"},
    {Code::foreign_operator, Severity::error, "operator of another language",
     "This sign is an operator in some programming language or in print, but not here. The language "
     "writes `and`, `or`, `not`, `==`, `!=`, `>=`, `<=`, `^` for powers, `mod(a, b)` for the rest "
     "of a division and `if(condition, a, b)` for a choice. `in` and `between` are comparisons: "
     "`mood == calm or mood == angry`, `hp >= 10 and hp <= 20`.\n\n"
     "Write it as the message shows.",
     "ishi: 1\n"
     "blackboard:\n"
     "  alarm: boolean\n"
     "  in_cover: boolean\n"
     "values:\n"
     "  safe: in_cover || alarm\n",
     "ishi: 1\n"
     "blackboard:\n"
     "  alarm: boolean\n"
     "  in_cover: boolean\n"
     "values:\n"
     "  safe: in_cover or alarm\n"},
    {Code::time_too_short, Severity::error, "time that is over before it begins",
     "A `timeout` says how long one attempt at a step may last. With 0s every attempt fails at once, "
     "as with all that is less than half a microsecond; and a time below 0 there is not at all: neither can "
     "a `wait` take it, nor a step of a plan `cost` it.\n\n"
     "Write a time above 0, or take the modifier out.",
     "ishi: 1\n"
     "tasks:\n"
     "  crouch: {}\n"
     "actions:\n"
     "  hide:\n"
     "    score: 0.5\n"
     "    do:\n"
     "      - do: crouch\n"
     "        timeout: 0s\n",
     "ishi: 1\n"
     "tasks:\n"
     "  crouch: {}\n"
     "actions:\n"
     "  hide:\n"
     "    score: 0.5\n"
     "    do:\n"
     "      - do: crouch\n"
     "        timeout: 2s\n"},
});

}  // namespace

std::span<const CatalogueRow> catalogue_types() { return kTypesRows; }

}  // namespace ishi::compiler
