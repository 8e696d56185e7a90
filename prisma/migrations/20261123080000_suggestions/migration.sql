-- AlterTable
ALTER TABLE "users" ADD COLUMN     "author_since" TIMESTAMPTZ(3);

UPDATE "users" u SET "author_since" = m."since"
FROM (
  SELECT "author_id", min(coalesce("published_at", "created_at")) AS "since" FROM "mods"
  WHERE "state" = 'published' GROUP BY "author_id"
) m
WHERE u."id" = m."author_id";

-- A trigger, because several verbs and the seed publish mods. Only the first mod of an account changes its row.
CREATE FUNCTION note_author() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE "users" SET "author_since" = coalesce(NEW."published_at", now())
  WHERE "id" = NEW."author_id" AND "author_since" IS NULL;
  RETURN NULL;
END $$;

CREATE TRIGGER note_author AFTER INSERT OR UPDATE OF "state", "author_id" ON "mods"
FOR EACH ROW WHEN (NEW."state" = 'published') EXECUTE FUNCTION note_author();

-- Suggestions look up names by their beginning. text_pattern_ops compares code points under any collation of the
-- database. The conditions are those of the statements in src/modules/catalog/search/suggest-names.ts.
CREATE INDEX "authors_username_prefix" ON "users" (lower("username") text_pattern_ops)
WHERE "author_since" IS NOT NULL AND "state" = 'active' AND "profile_open";

CREATE INDEX "authors_display_name_prefix" ON "users" (lower("display_name") text_pattern_ops)
WHERE "author_since" IS NOT NULL AND "state" = 'active' AND "profile_open";

-- Tells with one probe whether an author has a published mod now, in any game or in one.
CREATE INDEX "mods_published_author" ON "mods" ("author_id", "game_id") WHERE "state" = 'published';

CREATE INDEX "categories_slug_prefix" ON "categories" (lower("slug") text_pattern_ops);

CREATE INDEX "categories_name_prefix" ON "categories" (lower("name") text_pattern_ops);
