-- What users told assistants, sentence by sentence: a remark in passing is lost in the one vector of its turn.
-- Sentences are passages whose `ordinal` counts from -1 down; their scan is a vec0 table of its own.
insert or ignore into waiting
select item from turn where role = 'user' and origin = 'user' and name is null and kept = 1;
