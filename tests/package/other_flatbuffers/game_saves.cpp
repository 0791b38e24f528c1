#include "game_saves.h"

#include "save_generated.h"

bool is_save(bool sound) {
  flatbuffers::FlatBufferBuilder builder;
  const auto name = builder.CreateString("oak");
  const auto chest = game::CreateChest(builder, name, 7);
  game::SaveBuilder save(builder);
  save.add_level(3);
  save.add_last(chest);
  const auto root = save.Finish();
  builder.FinishSizePrefixed(root, game::SaveIdentifier());
  const size_t size = sound ? builder.GetSize() : builder.GetSize() / 2;
  flatbuffers::Verifier verifier(builder.GetBufferPointer(), size);
  return game::VerifySizePrefixedSaveBuffer(verifier);
}
