-- CreateEnum
CREATE TYPE "MailOutcome" AS ENUM ('sent', 'skipped', 'failed');

-- CreateTable
CREATE TABLE "mails" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "template" TEXT NOT NULL,
    "params" JSONB NOT NULL DEFAULT '{}',
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "outcome" "MailOutcome",
    "ended_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "mails_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "mails_user_id_created_at_idx" ON "mails"("user_id", "created_at");

-- CreateIndex
CREATE INDEX "mails_outcome_ended_at_idx" ON "mails"("outcome", "ended_at");

-- AddForeignKey
ALTER TABLE "mails" ADD CONSTRAINT "mails_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
