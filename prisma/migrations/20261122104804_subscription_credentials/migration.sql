-- CreateEnum
CREATE TYPE "WebhookEnd" AS ENUM ('owner', 'deliveries_failed', 'application_ended', 'credential_ended');

-- AlterTable
ALTER TABLE "webhook_subscriptions" ADD COLUMN     "credential_id" UUID,
ADD COLUMN     "disabled_reason" "WebhookEnd";

-- CreateIndex
CREATE INDEX "webhook_subscriptions_credential_id_idx" ON "webhook_subscriptions"("credential_id");

-- AddForeignKey
ALTER TABLE "webhook_subscriptions" ADD CONSTRAINT "webhook_subscriptions_credential_id_fkey" FOREIGN KEY ("credential_id") REFERENCES "credentials"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
