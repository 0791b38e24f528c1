#include <array>

#include "diagnostics/catalogue_parts.h"

// What senses, sounds and awareness can have wrong: 241 and 242, 351 to 359, 425 to 427.

namespace ishi::compiler {
namespace {

constexpr auto kSensesRows = std::to_array<CatalogueRow>({
    {Code::random_in_sense, Severity::error, "chance in a sense",
     "A sense is asked again in every frame for everybody who is near. A draw in it would "
     "succeed sooner or later whatever its chance, sooner the more often an agent thinks; so "
     "`random` cannot stand in `when`, `visibility`, `rise` or in the `scale` of a sound.\n"
     "\n"
     "Let awareness rise slowly instead, so that who is seen for a moment only is not noticed "
     "at once, and draw in what the agent does about it.",
     "ishi: 1\n"
     "things: { person: {} }\n"
     "memory: { foes: { of: person, capacity: 4, forget: 9s } }\n"
     "senses:\n"
     "  eyes: { sight: { range: 9m }, of: person, remember: foes, when: random < 0.1 }\n"
     "agents: { guard: { senses: [eyes], actions: [rest] } }\n"
     "actions: { rest: { score: 0.1 } }\n",
     "ishi: 1\n"
     "things: { person: { fields: { cloth: { type: number, range: 0..1 } } } }\n"
     "memory: { foes: { of: person, capacity: 4, forget: 9s } }\n"
     "senses:\n"
     "  eyes: { sight: { range: 9m }, of: person, remember: foes, when: it.cloth < 0.9 }\n"
     "agents: { guard: { senses: [eyes], actions: [rest] } }\n"
     "actions: { rest: { score: 0.1 } }\n"},
    {Code::scale_of_agent, Severity::error, "scale of a sound that nobody can compute",
     "How far a sound carries is computed when it is made: by the game, or by a step `emit`. "
     "There is no agent yet that hears it, so `scale` reads `it`, which is who makes the sound, "
     "the `time`, and keys of the world; not keys of an agent, `self`, memories or distances.\n"
     "\n"
     "Let the game write what matters into a field of the thing that makes the sound.",
     "ishi: 1\n"
     "things: { person: { fields: { pace: { type: number, range: 0..1 } } } }\n"
     "blackboard: { loud: { type: number, range: 0..1 } }\n"
     "sounds: { step: { radius: 5m, of: person, scale: loud } }\n",
     "ishi: 1\n"
     "things: { person: { fields: { pace: { type: number, range: 0..1 } } } }\n"
     "sounds: { step: { radius: 5m, of: person, scale: it.pace } }\n"},
    {Code::sense_memory, Severity::error, "sense that fills a memory of another kind",
     "What a sense notices becomes a fact of the memory that it names with `remember`. Facts of "
     "a memory are of one kind: of a thing, whose fields they hold, of any entity, or of "
     "sounds. A sense must be `of` the same kind.\n"
     "\n"
     "Let both name the same kind, or declare a memory for what the sense notices.",
     "ishi: 1\n"
     "things: { person: {}, dog: {} }\n"
     "memory: { foes: { of: person, capacity: 4, forget: 9s } }\n"
     "senses: { eyes: { sight: { range: 9m }, of: dog, remember: foes } }\n"
     "agents: { guard: { senses: [eyes], actions: [rest] } }\n"
     "actions: { rest: { score: 0.1 } }\n",
     "ishi: 1\n"
     "things: { person: {}, dog: {} }\n"
     "memory: { foes: { of: dog, capacity: 4, forget: 9s } }\n"
     "senses: { eyes: { sight: { range: 9m }, of: dog, remember: foes } }\n"
     "agents: { guard: { senses: [eyes], actions: [rest] } }\n"
     "actions: { rest: { score: 0.1 } }\n"},
    {Code::sense_part, Severity::error, "part that this sense does not have",
     "Touch and sight notice entities, hearing notices sounds: `of: sound` is for hearing "
     "alone, and hearing is of nothing else. `visibility` multiplies how far sight reaches; how "
     "far a sound carries is said by the sound.\n"
     "\n"
     "Take the part out, or make a sense of the right kind of it.",
     "ishi: 1\n"
     "things: { person: {} }\n"
     "memory: { foes: { of: person, capacity: 4, forget: 9s } }\n"
     "senses:\n"
     "  eyes: { touch: { range: 1m }, of: person, visibility: 0.5, remember: foes }\n"
     "agents: { guard: { senses: [eyes], actions: [rest] } }\n"
     "actions: { rest: { score: 0.1 } }\n",
     "ishi: 1\n"
     "things: { person: {} }\n"
     "memory: { foes: { of: person, capacity: 4, forget: 9s } }\n"
     "senses:\n"
     "  eyes: { sight: { range: 1m }, of: person, visibility: 0.5, remember: foes }\n"
     "agents: { guard: { senses: [eyes], actions: [rest] } }\n"
     "actions: { rest: { score: 0.1 } }\n"},
    {Code::awareness_twice, Severity::error, "awareness of one memory said twice",
     "How aware an agent is belongs to what it remembers, not to the sense that noticed it: "
     "several senses may raise it. So one sense of those that fill a memory says how it is "
     "lost, `fall`, and its `levels`; the others say only by how much they raise it.\n"
     "\n"
     "Take `fall` and `levels` out of all but one of them.",
     "ishi: 1\n"
     "things: { person: {} }\n"
     "memory: { foes: { of: person, capacity: 4, forget: 9s } }\n"
     "senses:\n"
     "  eyes: { sight: { range: 9m }, of: person, remember: foes, awareness: { rise: 1/s, fall: "
     "0.2/s, levels: { alert: 1 } } }\n"
     "  hands: { touch: { range: 1m }, of: person, remember: foes, awareness: { rise: 9/s, "
     "fall: 0.1/s, levels: { alarm: 1 } } }\n"
     "agents: { guard: { senses: [eyes, hands], actions: [rest] } }\n"
     "actions: { rest: { score: 0.1 } }\n",
     "ishi: 1\n"
     "things: { person: {} }\n"
     "memory: { foes: { of: person, capacity: 4, forget: 9s } }\n"
     "senses:\n"
     "  eyes: { sight: { range: 9m }, of: person, remember: foes, awareness: { rise: 1/s, fall: "
     "0.2/s, levels: { alert: 1 } } }\n"
     "  hands: { touch: { range: 1m }, of: person, remember: foes, awareness: { rise: 9/s } }\n"
     "agents: { guard: { senses: [eyes, hands], actions: [rest] } }\n"
     "actions: { rest: { score: 0.1 } }\n"},
    {Code::awareness_incomplete, Severity::error, "awareness without its fall or levels",
     "Awareness rises while a sense notices somebody, falls while none does, and tells the "
     "agent when it reaches a level. One of the senses that fill a memory must say `fall` and "
     "`levels`, both of them.\n"
     "\n"
     "Add what is missing: `fall: 0/s` for what is never lost.",
     "ishi: 1\n"
     "things: { person: {} }\n"
     "memory: { foes: { of: person, capacity: 4, forget: 9s } }\n"
     "senses:\n"
     "  eyes: { sight: { range: 9m }, of: person, remember: foes, awareness: { rise: 1/s, fall: "
     "0.2/s } }\n"
     "agents: { guard: { senses: [eyes], actions: [rest] } }\n"
     "actions: { rest: { score: 0.1 } }\n",
     "ishi: 1\n"
     "things: { person: {} }\n"
     "memory: { foes: { of: person, capacity: 4, forget: 9s } }\n"
     "senses:\n"
     "  eyes: { sight: { range: 9m }, of: person, remember: foes, awareness: { rise: 1/s, fall: "
     "0.2/s, levels: { alert: 1 } } }\n"
     "agents: { guard: { senses: [eyes], actions: [rest] } }\n"
     "actions: { rest: { score: 0.1 } }\n"},
    {Code::no_awareness, Severity::error, "awareness that no sense raises",
     "`foe.awareness` and `awareness` say how aware an agent is of what it remembers. That is "
     "made by senses; of a memory that no sense with `awareness` fills there is nothing to "
     "read.\n"
     "\n"
     "Give it to a sense that fills this memory, or ask for the age or confidence of the fact.",
     "ishi: 1\n"
     "things: { person: {} }\n"
     "memory: { foes: { of: person, capacity: 4, forget: 9s } }\n"
     "senses:\n"
     "  eyes: { sight: { range: 9m }, of: person, remember: foes }\n"
     "agents: { guard: { senses: [eyes], actions: [chase] } }\n"
     "actions: { chase: { for_each: { foe: foes }, score: foe.awareness } }\n",
     "ishi: 1\n"
     "things: { person: {} }\n"
     "memory: { foes: { of: person, capacity: 4, forget: 9s } }\n"
     "senses:\n"
     "  eyes: { sight: { range: 9m }, of: person, remember: foes, awareness: { rise: 1/s, fall: "
     "0.2/s, levels: { alert: 1 } } }\n"
     "agents: { guard: { senses: [eyes], actions: [chase] } }\n"
     "actions: { chase: { for_each: { foe: foes }, score: foe.awareness } }\n"},
    {Code::level_outside, Severity::error, "level of awareness that nothing reaches",
     "Awareness goes from 0, of somebody who has just been noticed, to 1. A level raises its "
     "event when awareness reaches it from below, so it must lie above 0.\n"
     "\n"
     "Write a number above 0, up to 1.",
     "ishi: 1\n"
     "things: { person: {} }\n"
     "memory: { foes: { of: person, capacity: 4, forget: 9s } }\n"
     "senses:\n"
     "  eyes: { sight: { range: 9m }, of: person, remember: foes, awareness: { rise: 1/s, fall: "
     "0.2/s, levels: { alert: 0 } } }\n"
     "agents: { guard: { senses: [eyes], actions: [rest] } }\n"
     "actions: { rest: { score: 0.1 } }\n",
     "ishi: 1\n"
     "things: { person: {} }\n"
     "memory: { foes: { of: person, capacity: 4, forget: 9s } }\n"
     "senses:\n"
     "  eyes: { sight: { range: 9m }, of: person, remember: foes, awareness: { rise: 1/s, fall: "
     "0.2/s, levels: { alert: 0.1 } } }\n"
     "agents: { guard: { senses: [eyes], actions: [rest] } }\n"
     "actions: { rest: { score: 0.1 } }\n"},
    {Code::level_order, Severity::error, "levels of awareness out of order",
     "Levels are written from the lowest to the highest, as they are reached; two at the same "
     "awareness would be one.\n"
     "\n"
     "Bring them into order.",
     "ishi: 1\n"
     "things: { person: {} }\n"
     "memory: { foes: { of: person, capacity: 4, forget: 9s } }\n"
     "senses:\n"
     "  eyes: { sight: { range: 9m }, of: person, remember: foes, awareness: { rise: 1/s, fall: "
     "0.2/s, levels: { alert: 1, suspicious: 0.4 } } }\n"
     "agents: { guard: { senses: [eyes], actions: [rest] } }\n"
     "actions: { rest: { score: 0.1 } }\n",
     "ishi: 1\n"
     "things: { person: {} }\n"
     "memory: { foes: { of: person, capacity: 4, forget: 9s } }\n"
     "senses:\n"
     "  eyes: { sight: { range: 9m }, of: person, remember: foes, awareness: { rise: 1/s, fall: "
     "0.2/s, levels: { suspicious: 0.4, alert: 1 } } }\n"
     "agents: { guard: { senses: [eyes], actions: [rest] } }\n"
     "actions: { rest: { score: 0.1 } }\n"},
    {Code::level_name_taken, Severity::error, "name of a level that is taken",
     "A level of awareness declares two things of its name: an event that is raised when it is "
     "reached, with the field `who`, and a number that expressions compare with. So no event, "
     "sound, key, value, curve, memory, set or choice can have the name of a level.\n"
     "\n"
     "Rename one of the two. If the event of the contract is meant to be raised, take it out "
     "there: the level declares it.",
     "ishi: 1\n"
     "things: { person: {} }\n"
     "memory: { foes: { of: person, capacity: 4, forget: 9s } }\n"
     "senses:\n"
     "  eyes: { sight: { range: 9m }, of: person, remember: foes, awareness: { rise: 1/s, fall: "
     "0.2/s, levels: { alert: 1 } } }\n"
     "agents: { guard: { senses: [eyes], actions: [rest] } }\n"
     "actions: { rest: { score: 0.1 } }\n"
     "events: { alert: {} }\n",
     "ishi: 1\n"
     "things: { person: {} }\n"
     "memory: { foes: { of: person, capacity: 4, forget: 9s } }\n"
     "senses:\n"
     "  eyes: { sight: { range: 9m }, of: person, remember: foes, awareness: { rise: 1/s, fall: "
     "0.2/s, levels: { alert: 1 } } }\n"
     "agents: { guard: { senses: [eyes], actions: [rest] } }\n"
     "actions: { rest: { score: 0.1 } }\n"
     "events: { alarm_bell: {} }\n"},
    {Code::sense_without_agent, Severity::warning, "sense that no agent has",
     "A sense does nothing by itself: agents that have it under `senses` notice with it.\n"
     "\n"
     "Give it to an agent, or take it out.",
     "ishi: 1\n"
     "things: { person: {} }\n"
     "memory: { foes: { of: person, capacity: 4, forget: 9s } }\n"
     "senses:\n"
     "  eyes: { sight: { range: 9m }, of: person, remember: foes }\n"
     "agents: { guard: { actions: [rest] } }\n"
     "actions: { rest: { score: 0.1 } }\n",
     "ishi: 1\n"
     "things: { person: {} }\n"
     "memory: { foes: { of: person, capacity: 4, forget: 9s } }\n"
     "senses:\n"
     "  eyes: { sight: { range: 9m }, of: person, remember: foes }\n"
     "agents: { guard: { senses: [eyes], actions: [rest] } }\n"
     "actions: { rest: { score: 0.1 } }\n"},
    {Code::sound_unheard, Severity::warning, "sound that nobody listens for",
     "Agents of this file hear, but each `hearing` names the `sounds` that it hears, and none "
     "names this one.\n"
     "\n"
     "Add it there, leave `sounds` out to hear all, or take the sound out.",
     "ishi: 1\n"
     "sounds: { bottle: { radius: 9m }, step: { radius: 5m } }\n"
     "memory: { noises: { of: sound, capacity: 4, forget: 9s } }\n"
     "senses: { ears: { hearing: { sounds: [bottle] }, of: sound, remember: noises } }\n"
     "agents: { guard: { senses: [ears], actions: [rest] } }\n"
     "actions: { rest: { score: 0.1 } }\n",
     "ishi: 1\n"
     "sounds: { bottle: { radius: 9m }, step: { radius: 5m } }\n"
     "memory: { noises: { of: sound, capacity: 4, forget: 9s } }\n"
     "senses: { ears: { hearing: { sounds: [bottle, step] }, of: sound, remember: noises } }\n"
     "agents: { guard: { senses: [ears], actions: [rest] } }\n"
     "actions: { rest: { score: 0.1 } }\n"},
    {Code::sees_nothing, Severity::warning, "sense that notices nothing",
     "With a range of 0m, a field of 0deg, a sensitivity or a visibility of 0, or a `when` that "
     "never holds, a sense notices nobody, or only who stands in the very same place or on the "
     "very line ahead.\n"
     "\n"
     "Write how far and how wide it reaches.",
     "ishi: 1\n"
     "things: { person: {} }\n"
     "memory: { foes: { of: person, capacity: 4, forget: 9s } }\n"
     "senses:\n"
     "  eyes: { sight: { range: 9m, field: 0deg }, of: person, remember: foes }\n"
     "agents: { guard: { senses: [eyes], actions: [rest] } }\n"
     "actions: { rest: { score: 0.1 } }\n",
     "ishi: 1\n"
     "things: { person: {} }\n"
     "memory: { foes: { of: person, capacity: 4, forget: 9s } }\n"
     "senses:\n"
     "  eyes: { sight: { range: 9m, field: 110deg }, of: person, remember: foes }\n"
     "agents: { guard: { senses: [eyes], actions: [rest] } }\n"
     "actions: { rest: { score: 0.1 } }\n"},
    {Code::sound_never_heard, Severity::warning, "sound that carries nowhere",
     "A sound is heard within its radius, times its scale, times the sensitivity of who hears. "
     "With a radius of 0m nobody hears it.\n"
     "\n"
     "Write how far it carries.",
     "ishi: 1\n"
     "sounds: { bottle: { radius: 9m }, step: { radius: 0m } }\n"
     "memory: { noises: { of: sound, capacity: 4, forget: 9s } }\n"
     "senses: { ears: { hearing: { sounds: [bottle, step] }, of: sound, remember: noises } }\n"
     "agents: { guard: { senses: [ears], actions: [rest] } }\n"
     "actions: { rest: { score: 0.1 } }\n",
     "ishi: 1\n"
     "sounds: { bottle: { radius: 9m }, step: { radius: 5m } }\n"
     "memory: { noises: { of: sound, capacity: 4, forget: 9s } }\n"
     "senses: { ears: { hearing: { sounds: [bottle, step] }, of: sound, remember: noises } }\n"
     "agents: { guard: { senses: [ears], actions: [rest] } }\n"
     "actions: { rest: { score: 0.1 } }\n"},
});

}  // namespace

std::span<const CatalogueRow> catalogue_senses() { return kSensesRows; }

}  // namespace ishi::compiler
