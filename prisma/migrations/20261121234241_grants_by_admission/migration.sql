-- DropIndex
DROP INDEX "download_grants_artifact_id_created_at_idx";

-- CreateIndex
CREATE INDEX "download_grants_artifact_id_admitted_at_idx" ON "download_grants"("artifact_id", "admitted_at");
