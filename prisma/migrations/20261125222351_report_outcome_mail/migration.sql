-- AlterTable
ALTER TABLE "mails" ADD COLUMN     "locale" TEXT,
ALTER COLUMN "user_id" DROP NOT NULL;

-- AlterTable
ALTER TABLE "mod_reports" ADD COLUMN     "reporter_address" TEXT,
ADD COLUMN     "reporter_locale" TEXT;

-- The clean-up finds the addresses without reading the other reports.
CREATE INDEX "mod_reports_addresses" ON "mod_reports" ("created_at") WHERE "reporter_address" IS NOT NULL;
