#pragma once

// What the game's own FlatBuffers says of one of its saves; it is sound if `sound`.
bool is_save(bool sound);
