-- CreateEnum
CREATE TYPE "ReportReason" AS ENUM ('malware', 'stolen', 'illegal', 'other');

-- CreateEnum
CREATE TYPE "ReportState" AS ENUM ('open', 'dismissed', 'upheld', 'appealed', 'confirmed', 'overturned');

-- CreateTable
CREATE TABLE "mod_reports" (
    "id" UUID NOT NULL,
    "mod_id" UUID NOT NULL,
    "reason" "ReportReason" NOT NULL,
    "text" TEXT NOT NULL,
    "reporter_id" UUID,
    "state" "ReportState" NOT NULL DEFAULT 'open',
    "waiting_since" TIMESTAMPTZ(3) NOT NULL,
    "statement" TEXT,
    "decided_by_id" UUID,
    "decided_at" TIMESTAMPTZ(3),
    "appeal" TEXT,
    "appeal_statement" TEXT,
    "appeal_decided_by_id" UUID,
    "appeal_decided_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "queued_in" xid8 NOT NULL DEFAULT pg_current_xact_id(),

    CONSTRAINT "mod_reports_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "mod_reports_state_waiting_since_id_idx" ON "mod_reports"("state", "waiting_since", "id");

-- CreateIndex
CREATE INDEX "mod_reports_mod_id_state_idx" ON "mod_reports"("mod_id", "state");

-- CreateIndex
CREATE INDEX "mod_reports_reporter_id_idx" ON "mod_reports"("reporter_id");

-- AddForeignKey
ALTER TABLE "mod_reports" ADD CONSTRAINT "mod_reports_mod_id_fkey" FOREIGN KEY ("mod_id") REFERENCES "mods"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "mod_reports" ADD CONSTRAINT "mod_reports_reporter_id_fkey" FOREIGN KEY ("reporter_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "mod_reports" ADD CONSTRAINT "mod_reports_decided_by_id_fkey" FOREIGN KEY ("decided_by_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "mod_reports" ADD CONSTRAINT "mod_reports_appeal_decided_by_id_fkey" FOREIGN KEY ("appeal_decided_by_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;
