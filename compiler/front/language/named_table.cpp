#include "language/reader.h"
#include "language/tables.h"

// The fields of everything that has a name and whose state outlives a reload.

namespace ishi::compiler {

constinit const Field kRenamedFrom = read_elsewhere("renamed_from", names().or_one().at_most(4),
                                                    "what it was called before, or a list of such names with "
                                                    "the latest last: what agents have of it goes "
                                                    "over when a game reloads its behaviour")
                                         .such_as("old_name");

}  // namespace ishi::compiler
