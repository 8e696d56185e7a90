-- Rows remember the transaction that wrote them: a stamp of time is taken before the commit, and two
-- transactions may commit in the other order. What exists is older than every walk from now on.

-- DropIndex
DROP INDEX "artifacts_mod_id_idx";

-- AlterTable
ALTER TABLE "artifacts" ADD COLUMN "born_in" xid8 NOT NULL DEFAULT pg_current_xact_id(),
ADD COLUMN "listed_in" xid8 NOT NULL DEFAULT pg_current_xact_id();

-- AlterTable
ALTER TABLE "categories" ADD COLUMN "born_in" xid8 NOT NULL DEFAULT pg_current_xact_id();

-- AlterTable
ALTER TABLE "dependencies" ADD COLUMN "born_in" xid8 NOT NULL DEFAULT pg_current_xact_id();

-- AlterTable
ALTER TABLE "download_grants" ADD COLUMN "born_in" xid8 NOT NULL DEFAULT pg_current_xact_id();

-- AlterTable
ALTER TABLE "games" ADD COLUMN "listed_in" xid8 NOT NULL DEFAULT pg_current_xact_id();

-- AlterTable
ALTER TABLE "mod_publications" ADD COLUMN "closed_in" xid8,
ADD COLUMN "opened_in" xid8 NOT NULL DEFAULT pg_current_xact_id();

-- AlterTable
ALTER TABLE "mod_versions" ADD COLUMN "born_in" xid8 NOT NULL DEFAULT pg_current_xact_id(),
ADD COLUMN "listed_in" xid8 NOT NULL DEFAULT pg_current_xact_id();

-- AlterTable
ALTER TABLE "search_documents" DROP CONSTRAINT "search_documents_pkey",
ADD COLUMN "closed_at" TIMESTAMPTZ(3),
ADD COLUMN "closed_in" xid8,
ADD COLUMN "opened_in" xid8 NOT NULL DEFAULT pg_current_xact_id(),
ADD CONSTRAINT "search_documents_pkey" PRIMARY KEY ("mod_id", "revision");

-- AlterTable
ALTER TABLE "upload_sessions" ADD COLUMN "born_in" xid8 NOT NULL DEFAULT pg_current_xact_id();

-- CreateTable
CREATE TABLE "home_cluster" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "system_identifier" TEXT NOT NULL,

    CONSTRAINT "home_cluster_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "mods_team_id_idx" ON "mods"("team_id");

-- CreateIndex
CREATE INDEX "artifacts_mod_id_created_at_id_idx" ON "artifacts"("mod_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "artifacts_created_at_id_idx" ON "artifacts"("created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "artifacts_state_created_at_id_idx" ON "artifacts"("state", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "download_grants_actor_created_at_id_idx" ON "download_grants"("actor", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "search_documents_closed_at_idx" ON "search_documents"("closed_at");

-- CreateIndex
CREATE INDEX "upload_sessions_mod_id_created_at_id_idx" ON "upload_sessions"("mod_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "upload_sessions_artifact_id_idx" ON "upload_sessions"("artifact_id");

-- A row that enters the public lists was not there before, however old it is.
CREATE FUNCTION note_listing() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.listed_in := pg_current_xact_id();
  RETURN NEW;
END $$;

CREATE TRIGGER mod_versions_listed BEFORE UPDATE OF state ON mod_versions FOR EACH ROW
  WHEN (NEW.state = 'published' AND OLD.state <> 'published') EXECUTE FUNCTION note_listing();

CREATE TRIGGER artifacts_listed BEFORE UPDATE OF state ON artifacts FOR EACH ROW
  WHEN (NEW.state = 'published' AND OLD.state <> 'published') EXECUTE FUNCTION note_listing();

CREATE TRIGGER games_listed BEFORE UPDATE OF state ON games FOR EACH ROW
  WHEN (NEW.state = 'active' AND OLD.state <> 'active') EXECUTE FUNCTION note_listing();

-- The place of a mod in the order of publication ends where a new publication begins, and where the
-- mod leaves the catalog.
CREATE FUNCTION close_publication() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE mod_publications SET closed_at = now(), closed_in = pg_current_xact_id()
  WHERE mod_id = NEW.id AND closed_in IS NULL;
  RETURN NULL;
END $$;

CREATE TRIGGER mods_left AFTER UPDATE OF state ON mods FOR EACH ROW
  WHEN (OLD.state = 'published' AND NEW.state <> 'published') EXECUTE FUNCTION close_publication();

UPDATE mod_publications p SET closed_at = coalesce(p.closed_at, now()), closed_in = pg_current_xact_id()
FROM mods m
WHERE m.id = p.mod_id AND (p.closed_at IS NOT NULL OR m.state <> 'published');
