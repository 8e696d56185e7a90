-- DropIndex
DROP INDEX "download_grants_actor_artifact_id_created_at_idx";

-- AlterTable
ALTER TABLE "download_grants" ADD COLUMN     "charged_at" TIMESTAMPTZ(3);

-- CreateIndex
CREATE INDEX "download_grants_actor_artifact_id_state_expires_at_idx" ON "download_grants"("actor", "artifact_id", "state", "expires_at");

-- What was granted before goes on as if it had been charged then.
UPDATE "download_grants" SET "charged_at" = "admitted_at";
