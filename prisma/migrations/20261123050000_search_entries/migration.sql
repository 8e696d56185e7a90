-- The search index of this release. The table "search_documents" stays for processes of the previous release,
-- which may run beside this one. The next release drops it.

CREATE EXTENSION IF NOT EXISTS fuzzystrmatch;

CREATE TABLE "search_entries" (
    "id" BIGSERIAL NOT NULL,
    "mod_id" UUID NOT NULL,
    "game_id" UUID NOT NULL,
    "revision" INTEGER NOT NULL,
    "titles" TEXT[] NOT NULL,
    "title_words" DOUBLE PRECISION NOT NULL,
    "names" tsvector NOT NULL,
    "texts" tsvector NOT NULL,
    "body" tsvector NOT NULL,
    "labels" TEXT[] NOT NULL,
    "popularity" DOUBLE PRECISION NOT NULL,
    "indexed_at" TIMESTAMPTZ(3) NOT NULL,
    "closed_at" TIMESTAMPTZ(3),
    "opened_in" xid8 NOT NULL DEFAULT pg_current_xact_id(),
    "closed_in" xid8,

    CONSTRAINT "search_entries_pkey" PRIMARY KEY ("id")
);

-- A search reads the texts of each candidate, and the body of few. So the texts stay in the row.
ALTER TABLE "search_entries" ALTER COLUMN "names" SET STORAGE MAIN;
ALTER TABLE "search_entries" ALTER COLUMN "texts" SET STORAGE MAIN;
ALTER TABLE "search_entries" ALTER COLUMN "body" SET STORAGE EXTERNAL;

CREATE UNIQUE INDEX "search_entries_open" ON "search_entries"("mod_id") WHERE "closed_in" IS NULL;
CREATE INDEX "search_entries_mod_id_revision_idx" ON "search_entries"("mod_id", "revision");
CREATE INDEX "search_entries_closed_at_idx" ON "search_entries"("closed_at");
-- Each search would read a list of pending terms, so there is none.
CREATE INDEX "search_entries_terms" ON "search_entries"
    USING GIN ("names", "texts", "body", "labels") WITH (fastupdate = off);

CREATE TABLE "search_terms" (
    "term" TEXT COLLATE "C" NOT NULL,
    "keys" INTEGER[],
    "names" INTEGER NOT NULL DEFAULT 1,
    "texts" INTEGER NOT NULL DEFAULT 1,
    "body" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "search_terms_pkey" PRIMARY KEY ("term")
);

CREATE INDEX "search_terms_keys_idx" ON "search_terms" USING GIN ("keys") WITH (fastupdate = off);

-- The planner takes levenshtein_less_equal for cheap, and so reads all terms. It knows the cost of this.
CREATE FUNCTION search_edits(a TEXT, b TEXT, most INTEGER) RETURNS INTEGER
    LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE COST 1000
    AS $$ BEGIN RETURN levenshtein_less_equal(a, b, most); END $$;

CREATE TABLE "search_statistics" (
    "game_id" UUID NOT NULL,
    "mods" INTEGER NOT NULL,
    "thresholds" DOUBLE PRECISION[] NOT NULL,

    CONSTRAINT "search_statistics_pkey" PRIMARY KEY ("game_id")
);

-- The job fills the index now, and not only when its period begins.
INSERT INTO "jobs" ("id", "kind", "payload", "dedupe_key", "max_attempts", "updated_at")
SELECT gen_random_uuid(), 'refresh-search', '{}', 'rest', 3, now()
WHERE EXISTS (SELECT FROM "mods");
