-- AlterTable
ALTER TABLE "entitlements" ADD COLUMN "born_in" xid8 NOT NULL DEFAULT pg_current_xact_id();

-- CreateIndex
CREATE INDEX "entitlements_resource_id_created_at_id_idx" ON "entitlements"("resource_id", "created_at" DESC, "id" DESC);
