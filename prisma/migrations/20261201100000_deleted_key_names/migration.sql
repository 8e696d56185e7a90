-- The names of the tokens and keys of deleted accounts may name the person, as the deletion now replaces them.
UPDATE "credentials" c SET "name" = 'Deleted key'
FROM "users" u WHERE u."id" = c."user_id" AND u."state" = 'deleted';
