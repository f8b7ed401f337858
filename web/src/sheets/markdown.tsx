// Rules pages are Markdown. They become elements one by one; no text is ever read as HTML.
import type { ComponentChild, JSX } from "preact";

export function inline(text: string): ComponentChild[] {
  const parts: ComponentChild[] = [];
  const pattern = /\*\*(.+?)\*\*|`([^`]+)`|\*([^*]+)\*|\b_([^_]+)_\b|\[([^\]]+)\]\(([^)\s]+)\)/g;
  let last = 0;
  for (const match of text.matchAll(pattern)) {
    parts.push(text.slice(last, match.index));
    last = match.index! + match[0].length;
    const [, bold, code, italic, italic2, label] = match;
    if (bold !== undefined) parts.push(<b>{inline(bold)}</b>);
    else if (code !== undefined) parts.push(<code>{code}</code>);
    else if (italic ?? italic2) parts.push(<em>{italic ?? italic2}</em>);
    else parts.push(label);
  }
  parts.push(text.slice(last));
  return parts.filter((part) => part !== "");
}

const cells = (line: string) => line.replace(/^\s*\||\|\s*$/g, "").split("|").map((cell) => cell.trim());

/** Blocks of Markdown: headings, lists, tables, quotes, code, paragraphs. */
export function markdown(source: string): JSX.Element[] {
  const lines = source.replace(/\r/g, "").split("\n");
  const blocks: JSX.Element[] = [];
  let i = 0;
  const while_ = (test: (line: string) => boolean) => {
    const taken: string[] = [];
    while (i < lines.length && test(lines[i]!)) taken.push(lines[i++]!);
    return taken;
  };
  while (i < lines.length) {
    const line = lines[i]!;
    const heading = /^(#{1,4})\s+(.*)/.exec(line);
    if (!line.trim()) i++;
    else if (heading) {
      const Tag = `h${Math.min(5, heading[1]!.length + 1)}` as "h2";
      blocks.push(<Tag>{inline(heading[2]!)}</Tag>);
      i++;
    } else if (/^\s*```/.test(line)) {
      i++;
      blocks.push(<pre>{while_((l) => !/^\s*```/.test(l)).join("\n")}</pre>);
      i++;
    } else if (/^ {4,}\S/.test(line)) blocks.push(<pre>{while_((l) => /^ {4,}/.test(l)).map((l) => l.slice(4)).join("\n")}</pre>);
    else if (/^\s*\|/.test(line)) {
      const rows = while_((l) => /^\s*\|/.test(l)).filter((row) => !/^[\s|:-]+$/.test(row));
      blocks.push(
        <div class="mdtable">
          <table>
            <thead>
              <tr>
                {cells(rows[0]!).map((cell) => (
                  <th scope="col">{inline(cell)}</th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.slice(1).map((row) => (
                <tr>
                  {cells(row).map((cell) => (
                    <td>{inline(cell)}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>,
      );
    } else if (/^\s*([-*]|\d+\.)\s/.test(line)) {
      const ordered = /^\s*\d+\./.test(line);
      const items: string[] = [];
      for (const l of while_((l) => /^\s*([-*]|\d+\.)\s/.test(l) || /^\s{2,}\S/.test(l))) {
        if (/^\s*([-*]|\d+\.)\s/.test(l)) items.push(l.replace(/^\s*([-*]|\d+\.)\s+/, ""));
        else items[items.length - 1] += ` ${l.trim()}`;
      }
      const List = ordered ? "ol" : "ul";
      blocks.push(
        <List>
          {items.map((item) => (
            <li>{inline(item)}</li>
          ))}
        </List>,
      );
    } else if (/^\s*>/.test(line)) blocks.push(<blockquote>{inline(while_((l) => /^\s*>/.test(l)).map((l) => l.replace(/^\s*>\s?/, "")).join(" "))}</blockquote>);
    else if (/^\s*(---|\*\*\*)\s*$/.test(line)) {
      blocks.push(<hr />);
      i++;
    } else blocks.push(<p>{inline(while_((l) => !!l.trim() && !/^(#{1,4}\s|\s*\||\s*>|\s*```|\s*[-*]\s)/.test(l)).join(" "))}</p>);
  }
  return blocks;
}
