import { type DayBounds, DayInput, dayOfInput, problemOfInput, useDayText } from './day-input.tsx';

interface DateFieldProps extends DayBounds {
  label: string;
  value: Date | null;
  /** Another problem of the value. */
  problem?: string | undefined;
  /**
   * Called with a whole, allowed day or null; what is half typed stays in the field, and a
   * FormDialog with it is not sent.
   */
  onChange: (day: Date | null) => void;
}

/** A day, typed or chosen from a calendar. Days are those of UTC (decision 049). */
export function DateField({ label, value, problem, onChange, ...bounds }: DateFieldProps) {
  const [text, setText] = useDayText(value);
  const change = (next: string) => {
    setText(next);
    if (problemOfInput(next, bounds) === null) onChange(dayOfInput(next));
  };
  const { min, max } = bounds;
  return <DayInput label={label} text={text} min={min} max={max} unread={problemOfInput(text, bounds)} problem={problem} onText={change} />;
}
