-- AlterEnum
ALTER TYPE "IdempotencyState" ADD VALUE 'effected' BEFORE 'done';

-- AlterTable: whoever ran the writes that are kept already has its own holder.
ALTER TABLE "idempotency_records" ADD COLUMN     "holder" UUID NOT NULL DEFAULT gen_random_uuid(),
ADD COLUMN     "subject_id" UUID;
ALTER TABLE "idempotency_records" ALTER COLUMN "holder" DROP DEFAULT;

-- Routes that answer afresh kept the variables for it in place of an answer.
UPDATE "idempotency_records"
SET "subject_id" = COALESCE("body"->>'jobId', "body"->>'id')::uuid,
    "status" = NULL, "headers" = NULL, "body" = NULL
WHERE "state" = 'done'
  AND "operation" IN ('createUploadSession', 'completeUploadSession', 'resolveDownload');
