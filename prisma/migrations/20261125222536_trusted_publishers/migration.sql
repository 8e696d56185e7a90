-- CreateEnum
CREATE TYPE "CiProvider" AS ENUM ('github', 'gitlab');

-- AlterTable
ALTER TABLE "mod_versions" ADD COLUMN     "provenance" JSONB;

-- AlterTable
ALTER TABLE "upload_sessions" ADD COLUMN     "ci_run_id" UUID;

-- CreateTable
CREATE TABLE "trusted_publishers" (
    "id" UUID NOT NULL,
    "mod_id" UUID NOT NULL,
    "created_by_id" UUID NOT NULL,
    "issuer" TEXT NOT NULL,
    "provider" "CiProvider" NOT NULL,
    "repository" TEXT NOT NULL,
    "repository_id" TEXT,
    "repository_owner_id" TEXT,
    "workflow" TEXT NOT NULL,
    "environment" TEXT,
    "ref" TEXT,
    "last_used_at" TIMESTAMPTZ(3),
    "removed_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "born_in" xid8 NOT NULL DEFAULT pg_current_xact_id(),

    CONSTRAINT "trusted_publishers_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ci_runs" (
    "id" UUID NOT NULL,
    "trusted_publisher_id" UUID NOT NULL,
    "issuer" TEXT NOT NULL,
    "token_hash" BYTEA NOT NULL,
    "facts" JSONB NOT NULL,
    "token_expires_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "ci_runs_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "trusted_publishers_mod_id_created_at_id_idx" ON "trusted_publishers"("mod_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "trusted_publishers_created_by_id_idx" ON "trusted_publishers"("created_by_id");

-- CreateIndex
CREATE INDEX "ci_runs_trusted_publisher_id_idx" ON "ci_runs"("trusted_publisher_id");

-- CreateIndex
CREATE INDEX "ci_runs_token_expires_at_idx" ON "ci_runs"("token_expires_at");

-- CreateIndex
CREATE UNIQUE INDEX "ci_runs_issuer_token_hash_key" ON "ci_runs"("issuer", "token_hash");

-- CreateIndex
CREATE INDEX "upload_sessions_ci_run_id_idx" ON "upload_sessions"("ci_run_id");

-- AddForeignKey
ALTER TABLE "trusted_publishers" ADD CONSTRAINT "trusted_publishers_mod_id_fkey" FOREIGN KEY ("mod_id") REFERENCES "mods"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "trusted_publishers" ADD CONSTRAINT "trusted_publishers_created_by_id_fkey" FOREIGN KEY ("created_by_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ci_runs" ADD CONSTRAINT "ci_runs_trusted_publisher_id_fkey" FOREIGN KEY ("trusted_publisher_id") REFERENCES "trusted_publishers"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "upload_sessions" ADD CONSTRAINT "upload_sessions_ci_run_id_fkey" FOREIGN KEY ("ci_run_id") REFERENCES "ci_runs"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- The origin of a version is written once, with its publication.
CREATE FUNCTION "keep_provenance"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the provenance of a version never changes' USING ERRCODE = 'integrity_constraint_violation';
END
$$;

CREATE TRIGGER "mod_versions_keep_provenance" BEFORE UPDATE OF "provenance" ON "mod_versions"
  FOR EACH ROW WHEN (OLD."provenance" IS NOT NULL AND NEW."provenance" IS DISTINCT FROM OLD."provenance")
  EXECUTE FUNCTION "keep_provenance"();

-- So is the run that reserved an upload, and what is known of a run.
CREATE FUNCTION "keep_ci_run"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the run of an upload never changes' USING ERRCODE = 'integrity_constraint_violation';
END
$$;

CREATE TRIGGER "upload_sessions_keep_ci_run" BEFORE UPDATE OF "ci_run_id" ON "upload_sessions"
  FOR EACH ROW WHEN (NEW."ci_run_id" IS DISTINCT FROM OLD."ci_run_id")
  EXECUTE FUNCTION "keep_ci_run"();

CREATE TRIGGER "ci_runs_keep" BEFORE UPDATE ON "ci_runs"
  FOR EACH ROW EXECUTE FUNCTION "keep_ci_run"();
