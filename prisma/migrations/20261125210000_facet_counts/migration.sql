-- CreateTable
CREATE TABLE "facet_counts" (
    "id" BIGSERIAL NOT NULL,
    "game_id" UUID NOT NULL,
    "key" TEXT NOT NULL,
    "mods" INTEGER NOT NULL,

    CONSTRAINT "facet_counts_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "facet_counts_game_id_idx" ON "facet_counts"("game_id");

-- The keys of a mod that lists show: categories, game versions and loaders, and the empty key for the mod itself.
CREATE FUNCTION counted_facets(facets TEXT[]) RETURNS SETOF TEXT
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$ SELECT '' UNION ALL SELECT key FROM unnest(facets) key WHERE left(key, 2) IN ('c:', 'v:', 'l:') $$;

-- Triggers, because several verbs, the seed and the previous release publish mods. One statement can insert many mods.
CREATE FUNCTION count_inserted_facets() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "facet_counts" ("game_id", "key", "mods")
  SELECT m."game_id", key, count(*) FROM inserted m, counted_facets(m."facets") key
  WHERE m."state" = 'published' GROUP BY 1, 2;
  RETURN NULL;
END $$;

CREATE FUNCTION count_changed_facets() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "facet_counts" ("game_id", "key", "mods")
  SELECT game_id, key, sum(change) FROM (
    SELECT OLD."game_id" AS game_id, key, -1 AS change FROM counted_facets(OLD."facets") key
    WHERE OLD."state" = 'published'
    UNION ALL
    SELECT NEW."game_id", key, 1 FROM counted_facets(NEW."facets") key
    WHERE TG_OP = 'UPDATE' AND NEW."state" = 'published') changes
  GROUP BY 1, 2 HAVING sum(change) <> 0;
  RETURN NULL;
END $$;

CREATE TRIGGER count_inserted_facets AFTER INSERT ON "mods"
REFERENCING NEW TABLE AS inserted FOR EACH STATEMENT EXECUTE FUNCTION count_inserted_facets();

CREATE TRIGGER count_updated_facets AFTER UPDATE OF "state", "facets", "game_id" ON "mods" FOR EACH ROW
WHEN (OLD."state" IS DISTINCT FROM NEW."state" OR OLD."facets" IS DISTINCT FROM NEW."facets"
  OR OLD."game_id" IS DISTINCT FROM NEW."game_id")
EXECUTE FUNCTION count_changed_facets();

CREATE TRIGGER count_deleted_facets AFTER DELETE ON "mods" FOR EACH ROW
WHEN (OLD."state" = 'published') EXECUTE FUNCTION count_changed_facets();

-- The triggers hold off other writers until this is committed.
INSERT INTO "facet_counts" ("game_id", "key", "mods")
SELECT m."game_id", key, count(*) FROM "mods" m, counted_facets(m."facets") key
WHERE m."state" = 'published' GROUP BY 1, 2;
