-- AlterTable
ALTER TABLE "mod_versions" ADD COLUMN     "takedown_reason" TEXT;

-- AlterTable
ALTER TABLE "mods" ADD COLUMN     "takedown_reason" TEXT,
ADD COLUMN     "taken_down_at" TIMESTAMPTZ(3);
