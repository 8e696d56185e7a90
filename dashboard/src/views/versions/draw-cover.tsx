import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { write } from '../../api/client';
import { graphql } from '../../api/graphql';
import { ProblemAlert } from '../../kit/problem-alert';
import { useWrite } from '../../kit/use-write';

const DRAW = graphql(`
  mutation DrawCover($modId: ID!) {
    createModFallbackCover(modId: $modId) {
      id
    }
  }
`);

/** The button by which the service draws a cover for a mod without one. Then it calls `onDone`. */
export function DrawCover(props: { readonly modId: string; readonly onDone: () => Promise<void> }) {
  const { t } = useTranslation();
  const { run, isBusy, error } = useWrite();
  const draw = () =>
    run(async () => {
      await write(DRAW, { modId: props.modId });
      await props.onDone();
    });
  return (
    <div>
      <Button variant="default" mb="md" loading={isBusy} onClick={() => void draw()}>
        {t('publish.drawCover')}
      </Button>
      {error !== null && <ProblemAlert error={error} />}
    </div>
  );
}
