const styles = [
  'Linen',
  'Oak',
  'Walnut',
  'Ceramic',
  'Brass',
  'Wool',
  'Cotton',
  'Marble',
  'Bamboo',
  'Leather',
  'Glass',
  'Steel',
  'Cork',
  'Velvet',
  'Rattan',
];
const things = {
  Kitchen: ['Cutting Board', 'Mug', 'Teapot', 'Salad Bowl', 'Spice Rack', 'Carafe'],
  Living: ['Cushion', 'Throw', 'Side Table', 'Vase', 'Candle Holder', 'Bookend'],
  Office: ['Desk Lamp', 'Pen Tray', 'Monitor Stand', 'Notebook', 'Desk Mat', 'Clock'],
  Outdoor: ['Planter', 'Lantern', 'Bench', 'Bird Feeder', 'Hammock', 'Watering Can'],
};
const colors = ['natural', 'black', 'white', 'sage', 'terracotta', 'navy', 'sand'];
const firstNames = [
  'Ana',
  'Ben',
  'Chloé',
  'Dmitri',
  'Elif',
  'Farid',
  'Grace',
  'Hana',
  'Ivo',
  'Jonas',
  'Keiko',
  'Lucía',
  'Miguel',
  'Nora',
  'Omar',
  'Priya',
];
const lastNames = [
  'Almeida',
  'Becker',
  'Costa',
  'Dubois',
  'Eriksen',
  'Fischer',
  'García',
  'Haddad',
  'Ito',
  'Jensen',
  'Kowalski',
  'Larsson',
  'Müller',
  'Novak',
];
const cities = ['Lisbon', 'Berlin', 'Paris', 'Oslo', 'Istanbul', 'Madrid', 'Tokyo', 'Warsaw', 'Vienna', 'Dublin'];
const statuses = ['open', 'paid', 'packed', 'shipped', 'delivered', 'delivered', 'delivered', 'returned'];

/** The same shop each time, so that screenshots and walkthroughs stay comparable. */
export function shopData() {
  const random = seededRandom(20_240_501);
  const products = Array.from({ length: 1000 }, (_, i) => product(i, random));
  const orders = Array.from({ length: 5000 }, (_, i) => order(i, products, random));
  const users = Array.from({ length: 12 }, (_, i) => ({ ...person(i, random), password: `Shopper-${1000 + i}` }));
  return { products, orders, users };
}

function product(i, random) {
  const category = pick(Object.keys(things), random);
  const style = pick(styles, random);
  const title = `${style} ${pick(things[category], random)}`;
  return {
    title,
    sku: `${category.slice(0, 2).toUpperCase()}-${String(1000 + i)}`,
    category,
    price: cents(4 + random() * 196),
    stock: Math.floor(random() * 120),
    rating: Math.round((3 + random() * 2) * 10) / 10,
    available: random() > 0.12,
    color: pick(colors, random),
    tags: [style.toLowerCase(), ...(random() > 0.7 ? ['new'] : []), ...(random() > 0.85 ? ['sale'] : [])],
    dimensions: { width: 5 + Math.floor(random() * 80), height: 5 + Math.floor(random() * 60), unit: 'cm' },
  };
}

function order(i, products, random) {
  const items = Array.from({ length: 1 + Math.floor(random() * 3) }, () => {
    const { sku, title, price } = pick(products, random);
    return { sku, title, price, quantity: 1 + Math.floor(random() * 3) };
  });
  const { name, email } = person(Math.floor(random() * 220), random);
  const status = pick(statuses, random);
  return {
    orderNumber: 100_001 + i,
    customer: name,
    email,
    city: pick(cities, random),
    status,
    paid: status !== 'open',
    total: cents(items.reduce((sum, { price, quantity }) => sum + price * quantity, 0)),
    items,
    orderedAt: new Date(Date.UTC(2026, 0, 1) + Math.floor(i * 84_000_000 * 0.066 + random() * 3_600_000)).toISOString(),
  };
}

function person(i, random) {
  const first = firstNames[i % firstNames.length];
  const last = lastNames[Math.floor(i / firstNames.length) % lastNames.length];
  const mailbox = `${first}.${last}${i}`
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/[^a-z0-9.]/g, '');
  return { name: `${first} ${last}`, username: mailbox, email: `${mailbox}@example.com`, city: pick(cities, random) };
}

function pick(list, random) {
  return list[Math.floor(random() * list.length)];
}

function cents(amount) {
  return Math.round(amount * 100) / 100;
}

/** mulberry32: small, and good enough for sample data. */
function seededRandom(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
