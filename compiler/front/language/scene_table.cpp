#include <array>

#include "language/test_rows.h"

namespace ishi::compiler {
namespace {

constexpr std::array kSceneAgentFields = {
    field<&SceneAgent::agent>("agent", reference(Section::agents), "whose behaviour it has")
        .required()
        .short_form()
        .such_as("guard"),
    field<&SceneAgent::importance>("importance", reference(Section::importance),
                                   "its profile, if not the usual one"),
    field<&SceneAgent::team>("team", reference(Section::teams), "its team; the first one if left out")
        .such_as("watch"),
    field<&SceneAgent::self>("self", record(kSelf), "where it is, and what it is")
        .such_as("{ position: [0, 0, 0] }"),
    field<&SceneAgent::given>("given", map(kGivenItem),
                              "values of its keys, and levels that it carries; `someone` is any entity")
        .naming(Section::blackboard)
        .such_as("{ hp: 8 }"),
    field<&SceneAgent::running>("running", reference(Section::actions), "what it is doing already")
        .such_as("shoot"),
    field<&SceneAgent::running_for>("running_for", text(),
                                    "whom that is for: an entity of `world`, or a member without a name: "
                                    "`orders 2`")
        .only_with("running")
        .such_as("thug"),
    field<&SceneAgent::state>("state", text(),
                              "the state that it is in, if not its first one; nothing is done for that")
        .such_as("alert"),
    field<&SceneAgent::remembers>("remembers", map(kRememberedRows), "what it remembers, by memory")
        .naming(Section::memory)
        .such_as("{ pickups: [{ position: [3, 0, 0], age: 2s }] }"),
    field<&SceneAgent::candidates>("candidates", map(kCandidateRows),
                                   "the members of its own sets of candidates")
        .naming(Section::candidates)
        .such_as("{ orders: [{ urgency: 0.8 }] }"),
};
constexpr Mapping kSceneAgent{"an agent of a scene", "One agent of a scene.", kSceneAgentFields};
constexpr Field kSceneAgentItem = item(record(kSceneAgent), "an agent");

constexpr std::array kMovementFields = {
    field<&Movement::path>("path", value(), "the places that it goes to, in metres, one after the other")
        .required()
        .such_as("[[20, 0, 0], [4, 0, 0]]"),
    field<&Movement::speed>("speed", measure(Quantity::speed, 0.001, 1000), "how fast it goes")
        .such_as("2m/s"),
    field<&Movement::starts>("starts", measure(Quantity::duration, 0, kLimits.run_seconds),
                             "when it begins to go; whoever is added later sets off when it comes")
        .such_as("1s"),
};
constexpr Mapping kMovement{"a movement", "How an entity moves by itself.", kMovementFields};
constexpr Field kMovementItem = item(record(kMovement), "a movement");

constexpr std::array kSceneFields = {
    field<&Scene::agents>("agents", map(kSceneAgentItem),
                          "who decides, by the names that the scene gives them; they act in this order")
        .in_order()
        .such_as("{ ann: { agent: guard, self: { position: [0, 0, 0] } } }"),
    field<&Scene::around, &Surroundings::world>("world", map(kEntityItem), "who else is there")
        .such_as("{ thief: { is: person, position: [20, 0, 0] } }"),
    field<&Scene::moves>("moves", map(kMovementItem), "entities of `world` that move by themselves")
        .such_as("{ thief: { path: [[20, 0, 0], [4, 0, 0]], speed: 2m/s } }"),
    walls_row<&Scene::around, &Surroundings::walls>(),
    doors_row<&Scene::around, &Surroundings::doors>(),
    field<&Scene::shared>("shared", map(kGivenItem), "values of keys of the world, and of all teams")
        .naming(Section::blackboard)
        .such_as("{ alarm: 0 }"),
    field<&Scene::candidates>("candidates", map(kCandidateRows),
                              "the members of sets of the world, and of all teams")
        .naming(Section::candidates)
        .such_as("{ posts: [{ urgency: 0.8 }] }"),
    field<&Scene::around, &Surroundings::hidden>("hidden", references(Section::things),
                                                 "entities of `world`, and agents, that nobody sees")
        .such_as("[thief]"),
    sounds_row<&Scene::around, &Surroundings::sounds>(
        "what is heard at the beginning: sounds, and the entity of `world` that makes each"),
    field<&Scene::around, &Surroundings::taken>(
        "taken", references(Section::tokens),
        "what others hold: tokens, all that there are, and entities of `world`")
        .such_as("[suppressor]"),
    gives_row<&Scene::around, &Surroundings::gives>(),
    changes_row<&Scene::around, &Surroundings::changes>(),
    without_effect_row<&Scene::around, &Surroundings::without_effect>(),
    each_second_row<&Scene::around, &Surroundings::each_second>(),
    field<&Scene::around, &Surroundings::at>("at", map(kMomentItem), "what changes, by time")
        .by_time()
        .such_as("{ 2s: { remove: thief } }"),
};
constexpr std::array<Field, 0> kTeamFields{};

}  // namespace

constinit const Mapping kSceneMapping{.title = "a scene",
                                      .doc = "Agents, the world around them, and what happens when.",
                                      .fields = kSceneFields,
                                      .is_named = true,
                                      .keeps_state = false};

constinit const Mapping kTeamMapping{.title = "a team",
                                     .doc = "A group of agents that share keys, sets, tokens and calls.",
                                     .fields = kTeamFields,
                                     .is_named = true,
                                     .keeps_state = false};

}  // namespace ishi::compiler
