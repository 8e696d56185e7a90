import { Area, AreaChart, CartesianGrid, Tooltip, XAxis, YAxis } from 'recharts';
import { formatNumber, formatUtcDay } from '../../kit/format';
import type { Numbers } from './statistics-api';

const TICK = { fill: 'var(--dim)', fontSize: 12 };

/**
 * The downloads of each day. A table next to it has the same numbers. The chart measures itself:
 * the `ResponsiveContainer` of Recharts would complain in the console while the view is hidden.
 */
export default function DayChart(props: { readonly days: Numbers['days']; readonly name: string }) {
  const { days, name } = props;
  return (
    <AreaChart
      responsive
      width="100%"
      height="100%"
      data={[...days]}
      margin={{ top: 8, right: 8, bottom: 0, left: 0 }}
      accessibilityLayer={false}
    >
      <CartesianGrid stroke="var(--line)" vertical={false} />
      <XAxis
        dataKey="day"
        tick={TICK}
        tickLine={false}
        axisLine={false}
        minTickGap={32}
        tickFormatter={(day: string) => formatUtcDay(day, 'short')}
      />
      <YAxis
        tick={TICK}
        tickLine={false}
        axisLine={false}
        allowDecimals={false}
        width="auto"
        tickFormatter={(value: number) => formatNumber(value)}
      />
      <Tooltip
        isAnimationActive={false}
        formatter={(value) => [formatNumber(Number(value)), name]}
        labelFormatter={(day) => formatUtcDay(String(day))}
        contentStyle={{
          background: 'var(--raised)',
          border: '1px solid var(--line)',
          borderRadius: 8,
        }}
      />
      <Area
        dataKey="downloads"
        type="linear"
        stroke="var(--accent)"
        strokeWidth={2}
        fill="var(--accent-soft)"
        isAnimationActive={false}
      />
    </AreaChart>
  );
}
