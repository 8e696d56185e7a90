-- CreateEnum
CREATE TYPE "ValidationState" AS ENUM ('pending', 'processing', 'verified', 'rejected', 'failed');

-- AlterTable
ALTER TABLE "external_references" DROP COLUMN "attestation",
ADD COLUMN     "checked_at" TIMESTAMPTZ(3),
ADD COLUMN     "end_reason" TEXT,
ADD COLUMN     "evidence" JSONB NOT NULL DEFAULT '{}',
ADD COLUMN     "provenance" JSONB NOT NULL DEFAULT '{}',
ADD COLUMN     "registered_by_id" UUID NOT NULL,
ADD COLUMN     "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
ALTER COLUMN "locator_key" DROP NOT NULL,
ALTER COLUMN "revision" SET DEFAULT 0;

-- CreateTable
CREATE TABLE "reference_validations" (
    "id" UUID NOT NULL,
    "reference_id" UUID NOT NULL,
    "job_id" UUID NOT NULL,
    "state" "ValidationState" NOT NULL DEFAULT 'pending',
    "terminal_reason" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "completed_at" TIMESTAMPTZ(3),

    CONSTRAINT "reference_validations_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "reference_attestations" (
    "reference_id" UUID NOT NULL,
    "revision" INTEGER NOT NULL,
    "size_bytes" BIGINT NOT NULL,
    "sha256" CHAR(64) NOT NULL,
    "sha512" CHAR(128) NOT NULL,
    "sha1" CHAR(40) NOT NULL,
    "filename" TEXT NOT NULL,
    "marker" TEXT NOT NULL,
    "head_supported" BOOLEAN NOT NULL,
    "range_supported" BOOLEAN NOT NULL,
    "conditional_requests" BOOLEAN NOT NULL,
    "engine" TEXT NOT NULL,
    "signatures" TEXT NOT NULL,
    "attested_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "reference_attestations_pkey" PRIMARY KEY ("reference_id","revision")
);

-- CreateIndex
CREATE INDEX "reference_validations_reference_id_created_at_idx" ON "reference_validations"("reference_id", "created_at");

-- CreateIndex
CREATE INDEX "reference_validations_job_id_idx" ON "reference_validations"("job_id");

-- CreateIndex
CREATE INDEX "external_references_state_checked_at_idx" ON "external_references"("state", "checked_at");

-- AddForeignKey
ALTER TABLE "reference_validations" ADD CONSTRAINT "reference_validations_reference_id_fkey" FOREIGN KEY ("reference_id") REFERENCES "external_references"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "reference_attestations" ADD CONSTRAINT "reference_attestations_reference_id_fkey" FOREIGN KEY ("reference_id") REFERENCES "external_references"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- What the worker found is only added to.
CREATE TRIGGER reference_attestations_fixed BEFORE UPDATE OR DELETE ON reference_attestations
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
