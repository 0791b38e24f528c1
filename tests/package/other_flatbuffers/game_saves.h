#pragma once

// The verdict of the game's own FlatBuffers on one of its saves, which is sound if `sound`.
bool is_save(bool sound);
