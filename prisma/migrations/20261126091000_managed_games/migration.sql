-- AlterTable
ALTER TABLE "categories" ADD COLUMN     "revision" INTEGER NOT NULL DEFAULT 1,
ADD COLUMN     "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP;

-- CreateIndex
CREATE INDEX "mod_versions_declared" ON "mod_versions" USING GIN ("game_versions", "loader_platforms");
