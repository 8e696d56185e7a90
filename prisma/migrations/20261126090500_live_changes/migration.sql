-- Announces changes of state to every process that listens. PostgreSQL delivers a notification after
-- its transaction has committed, and drops it after a rollback. A payload holds ids and states only.

CREATE FUNCTION announce_change(topic text, key uuid, data jsonb) RETURNS void LANGUAGE sql AS $$
  SELECT pg_notify('modport_changes',
    jsonb_build_object('topic', topic, 'key', key, 'data', data)::text)
$$;

CREATE FUNCTION announce_upload() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM announce_change('uploads:' || NEW.mod_id, NEW.id, jsonb_build_object(
    'uploadId', NEW.id, 'modId', NEW.mod_id, 'versionId', NEW.version_id,
    'lifecycleStatus', NEW.state, 'revision', NEW.revision));
  IF NEW.review_since IS NOT NULL THEN
    PERFORM announce_change('reviews', NEW.id, jsonb_build_object(
      'uploadId', NEW.id, 'state', NEW.review_state, 'revision', NEW.revision));
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER upload_sessions_reserved AFTER INSERT ON upload_sessions
  FOR EACH ROW EXECUTE FUNCTION announce_upload();

CREATE TRIGGER upload_sessions_changed AFTER UPDATE ON upload_sessions FOR EACH ROW
  WHEN ((OLD.state, OLD.review_state) IS DISTINCT FROM (NEW.state, NEW.review_state)
    OR (OLD.review_holder_id, OLD.review_since) IS DISTINCT FROM (NEW.review_holder_id, NEW.review_since))
  EXECUTE FUNCTION announce_upload();

CREATE FUNCTION announce_delivery() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM announce_change('deliveries:' || NEW.subscription_id, NEW.id, jsonb_build_object(
    'deliveryId', NEW.id, 'subscriptionId', NEW.subscription_id,
    'deliveryStatus', NEW.state, 'attemptCount', NEW.attempt_count));
  RETURN NULL;
END $$;

CREATE TRIGGER webhook_deliveries_created AFTER INSERT ON webhook_deliveries
  FOR EACH ROW EXECUTE FUNCTION announce_delivery();

CREATE TRIGGER webhook_deliveries_changed AFTER UPDATE ON webhook_deliveries FOR EACH ROW
  WHEN ((OLD.state, OLD.attempt_count) IS DISTINCT FROM (NEW.state, NEW.attempt_count))
  EXECUTE FUNCTION announce_delivery();

-- A process checks the open streams of an account again when its access has changed.
CREATE FUNCTION announce_access() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM announce_change('access:' || NEW.id, NEW.id, '{}');
  RETURN NULL;
END $$;

CREATE TRIGGER users_access_changed AFTER UPDATE ON users FOR EACH ROW
  WHEN ((OLD.access_revision, OLD.state, OLD.role) IS DISTINCT FROM (NEW.access_revision, NEW.state, NEW.role))
  EXECUTE FUNCTION announce_access();

CREATE FUNCTION announce_session_end() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM announce_change('access:' || OLD.user_id, OLD.user_id, '{}');
  RETURN NULL;
END $$;

CREATE TRIGGER web_sessions_ended AFTER UPDATE ON web_sessions FOR EACH ROW
  WHEN (OLD.revoked_at IS DISTINCT FROM NEW.revoked_at) EXECUTE FUNCTION announce_session_end();

CREATE TRIGGER web_sessions_removed AFTER DELETE ON web_sessions
  FOR EACH ROW EXECUTE FUNCTION announce_session_end();
