import sharp from 'sharp';

const grounds = ['#E8EEF7', '#E6F4EF', '#F7EFE3', '#F3E9F0', '#EAF0E4', '#EEEAF6'];
const inks = ['#1F6FEB', '#0B7F62', '#8F5D10', '#9A3A6B', '#4B7A2B', '#5B47B0'];

/** @returns {Promise<Buffer>} a PNG of 480 px: the title's first letters on a plate, the same for the same title */
export async function productPicture(title) {
  const at = [...title].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % grounds.length;
  const letters = title
    .split(' ')
    .map((word) => word[0])
    .join('')
    .slice(0, 2);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="480" height="480">
    <rect width="480" height="480" fill="${grounds[at]}"/>
    <rect x="96" y="96" width="288" height="288" rx="64" fill="${inks[at]}"/>
    <text x="240" y="286" font-family="sans-serif" font-size="128" font-weight="600" text-anchor="middle" fill="#fff">${letters}</text>
  </svg>`;
  return sharp(Buffer.from(svg)).png({ palette: true }).toBuffer();
}
