-- A browser session may have changed the webhook of an application, so a new password disables it. Earlier changes are not known.
ALTER TABLE "webhook_subscriptions" ADD COLUMN     "by_person" BOOLEAN NOT NULL DEFAULT false;
