-- Texts token by token, for late interaction.

-- A passage's tokens, one bit a dimension each, one token after the other.
create table token_vector (
  passage integer not null references passage (id) on delete cascade,
  profile integer not null references embedding_profile (id),
  bits blob not null,
  primary key (passage, profile)
) strict;
