import {
  type CSSVariablesResolver,
  createTheme,
  defaultVariantColorsResolver,
  type MantineColorsTuple,
} from '@mantine/core';

// Mantine wants ten shades of each colour. `FROM_TOKENS` replaces those that the dashboard shows.
const ACCENT: MantineColorsTuple = [
  '#ecebfc',
  '#d5d3f7',
  '#b0abef',
  '#8a83e8',
  '#6a61e0',
  '#564cdb',
  '#4b3fd6',
  '#3e33c0',
  '#372bb8',
  '#2b2196',
];

/** The theme of the dashboard: the colours, shapes and fonts of the site's tokens. */
export const theme = createTheme({
  primaryColor: 'accent',
  primaryShade: 6,
  colors: { accent: ACCENT },
  fontFamily: 'var(--sans)',
  fontFamilyMonospace: 'var(--mono)',
  headings: { fontFamily: 'var(--sans)', fontWeight: '700' },
  defaultRadius: 'md',
  radius: { md: 'var(--radius-small)', lg: 'var(--radius)' },
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    // Hints above fields would push the fields of one line apart, because their lengths differ.
    InputWrapper: {
      defaultProps: { inputWrapperOrder: ['label', 'input', 'description', 'error'] },
    },
    Badge: { defaultProps: { tt: 'none', fw: 600 } },
    // Without this, the browser reports no second choice of the same file, for example after a
    // cancellation.
    FileButton: { defaultProps: { inputProps: { onClick: forgetChoice } } },
    // Mantine's role `alert` interrupts screen readers. Only alerts about errors set it again.
    Alert: { defaultProps: { role: 'note' } },
  },
  variantColorResolver(input) {
    const colors = defaultVariantColorsResolver(input);
    const isOurs = [undefined, 'accent', 'red'].includes(input.color);
    return input.variant === 'filled' && isOurs ? { ...colors, color: 'var(--on-accent)' } : colors;
  },
});

function forgetChoice({ currentTarget }: React.MouseEvent<HTMLInputElement>): void {
  currentTarget.value = '';
}

/** The variables of Mantine with their values from the tokens of the site's style sheet. */
const FROM_TOKENS = {
  '--mantine-color-body': 'var(--card)',
  '--mantine-color-text': 'var(--text)',
  '--mantine-color-dimmed': 'var(--dim)',
  '--mantine-color-placeholder': 'var(--dim)',
  '--mantine-color-gray-4': 'var(--edge)',
  '--mantine-color-gray-light': 'var(--line)',
  '--mantine-color-gray-light-color': 'var(--text)',
  '--mantine-color-dark-4': 'var(--edge)',
  '--mantine-color-dark-5': 'var(--raised)',
  '--mantine-color-dark-6': 'var(--page)',
  '--mantine-color-dark-8': 'var(--page)',
  '--mantine-color-default': 'var(--card)',
  '--mantine-color-default-hover': 'var(--page)',
  '--mantine-color-default-color': 'var(--text)',
  '--mantine-color-default-border': 'var(--edge)',
  '--mantine-color-anchor': 'var(--accent)',
  '--mantine-color-error': 'var(--danger)',
  '--mantine-primary-color-filled': 'var(--accent)',
  '--mantine-primary-color-filled-hover': 'var(--accent-strong)',
  '--mantine-color-accent-filled': 'var(--accent)',
  '--mantine-color-accent-filled-hover': 'var(--accent-strong)',
  '--mantine-color-accent-light': 'var(--accent-soft)',
  '--mantine-color-accent-light-hover': 'var(--accent-soft)',
  '--mantine-color-accent-light-color': 'var(--accent-strong)',
  '--mantine-color-accent-outline': 'var(--accent)',
  '--mantine-color-red-filled': 'var(--danger)',
  '--mantine-color-red-filled-hover': 'var(--danger)',
  '--mantine-color-red-light': 'var(--danger-page)',
  '--mantine-color-red-light-hover': 'var(--danger-page)',
  '--mantine-color-red-light-color': 'var(--danger)',
  '--mantine-color-red-outline': 'var(--danger)',
  '--mantine-color-green-light': 'var(--good-page)',
  '--mantine-color-green-light-color': 'var(--good)',
};

/** Gives Mantine the tokens of the site, which know the light and the dark scheme themselves. */
export const tokens: CSSVariablesResolver = () => ({
  variables: {},
  light: FROM_TOKENS,
  dark: FROM_TOKENS,
});
