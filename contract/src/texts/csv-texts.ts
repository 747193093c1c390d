/** Reasons why a table cannot be read, by key. The import alone loads them. */
export const csvTexts = {
  csvUnclosed: 'A quoted cell that starts in line {line} never ends.',
  csvLongCell: 'A cell in line {line} is larger than a record may be.',
  csvOverrun: 'In line {line} something follows the closing quote of a cell; a quote within a cell is written twice.',
  csvCells: 'Line {line} has {cells} cells, but there are {columns} columns.',
  csvNameless: 'Column {column} of the first line has no name.',
  csvSameName: 'Column {column} of the first line has a name that another one has.',
  csvNested: 'The column {column} is inside of a field that another column fills as a whole.',
  csvNotText: 'The file is not text in UTF-8. Save it so, or say its encoding, for example windows-1252.',
  csvWorkbook: 'The file is a workbook, a PDF or an archive, and no text. Save its table as CSV, and send that.',
  csvMarkup: 'The file is a web page or a document, and no table. Open it in a spreadsheet, save its table as CSV, and send that.',
  csvJson: 'The file is JSON, and no table. Give it a name that ends in .json, or send it as JSON.',
  csvSingleQuotes: 'Each name in the first line stands between \' marks. Save the table with " as its text delimiter.',
  csvNoRows: 'The file has no rows.',
} as const;
