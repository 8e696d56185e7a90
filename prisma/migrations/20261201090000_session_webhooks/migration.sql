-- A new password or a requested deletion disables the webhooks of browser sessions.
ALTER TYPE "WebhookEnd" ADD VALUE 'access_ended';
