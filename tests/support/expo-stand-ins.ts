/** In the place of React Native and Expo, which need a phone: what the guide uses of them, by the names and types that they have there. */
export const expoStandIns: ReadonlyMap<string, string> = new Map([
  [
    'node_modules/react-native/index.tsx',
    `import type { CSSProperties, ReactElement, ReactNode } from 'react';

interface Accessible {
  accessibilityLabel?: string;
  accessibilityRole?: 'alert' | 'button';
}
interface Styled {
  style?: CSSProperties;
  children?: ReactNode;
}
interface TextInputProps extends Accessible {
  placeholder?: string;
  value?: string;
  maxLength?: number;
  secureTextEntry?: boolean;
  autoCapitalize?: 'none' | 'words';
  onChangeText?: (text: string) => void;
}
interface FlatListProps<T> {
  data: readonly T[];
  keyExtractor: (item: T, index: number) => string;
  renderItem: (info: { item: T; index: number }) => ReactElement | null;
  ListEmptyComponent?: ReactElement;
}

export const View = ({ style, children }: Styled) => <div style={style}>{children}</div>;
export const Text = ({ style, accessibilityRole, children }: Styled & Accessible) => <span style={style} role={accessibilityRole}>{children}</span>;
export const ActivityIndicator = () => <span role="progressbar" />;
export const Button = ({ title, onPress }: { title: string; onPress: () => void }) => <button onClick={onPress}>{title}</button>;
export const TextInput = ({ accessibilityLabel, placeholder, value, maxLength, secureTextEntry, onChangeText }: TextInputProps) => (
  <input
    type={secureTextEntry ? 'password' : 'text'}
    aria-label={accessibilityLabel}
    placeholder={placeholder}
    value={value}
    maxLength={maxLength}
    onChange={({ target }) => onChangeText?.(target.value)}
  />
);
export const Switch = ({ accessibilityLabel, value, onValueChange }: Accessible & { value?: boolean; onValueChange?: (value: boolean) => void }) => (
  <input type="checkbox" role="switch" aria-label={accessibilityLabel} checked={value} onChange={({ target }) => onValueChange?.(target.checked)} />
);
export function FlatList<T>({ data, keyExtractor, renderItem, ListEmptyComponent }: FlatListProps<T>) {
  if (data.length === 0) return <>{ListEmptyComponent}</>;
  return <ul>{data.map((item, index) => <li key={keyExtractor(item, index)}>{renderItem({ item, index })}</li>)}</ul>;
}
`,
  ],
  [
    'node_modules/expo-crypto/index.ts',
    `export function getRandomValues<T extends Uint8Array>(values: T): T {
  for (let at = 0; at < values.length; at += 1) values[at] = Math.floor(Math.random() * 256);
  return values;
}
`,
  ],
  [
    'node_modules/expo-secure-store/index.ts',
    `const kept = () => JSON.parse(sessionStorage.getItem('keychain') ?? '{}') as Record<string, string>;
const keep = (all: Record<string, string | undefined>) => sessionStorage.setItem('keychain', JSON.stringify(all));
function named(key: string): string {
  if (!/^[\\w.-]+$/.test(key)) throw new Error('Invalid key provided to SecureStore.');
  return key;
}

export const getItem = (key: string): string | null => kept()[named(key)] ?? null;
export const setItem = (key: string, value: string): void => keep({ ...kept(), [named(key)]: value });
export const deleteItemAsync = async (key: string): Promise<void> => keep({ ...kept(), [named(key)]: undefined });
`,
  ],
  ['src/App.tsx', "export { default } from '../App';\n"],
]);

/** In the browser, before the app: takes away what the JavaScript of a phone does not have. */
export function takeAwayWhatPhonesLack(): void {
  for (const [owner, names] of [
    [AbortSignal, ['any', 'timeout']],
    [Array.prototype, ['with', 'toSpliced', 'toSorted', 'toReversed', 'findLast']],
  ] as const)
    for (const name of names) Reflect.deleteProperty(owner, name);
  for (const name of ['crypto', 'localStorage']) Object.defineProperty(globalThis, name, { value: undefined, writable: true });
}
