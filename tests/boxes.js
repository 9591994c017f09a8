// boxes.js -- text of pictures that overlaps other text or leaves the page, one line each in #faults.
// Boxes are the corners of each text's box on the page, so that turned text is compared as it lies.
function corners(text) {
    const box = text.getBBox(), m = text.getCTM();
    // A line's box has room for accents and descents: what is inked is nearly all of it.
    const top = box.y + 0.08 * box.height, low = box.y + 0.92 * box.height;
    return [[box.x, top], [box.x + box.width, top], [box.x + box.width, low], [box.x, low]]
        .map(([x, y]) => [m.a * x + m.c * y + m.e, m.b * x + m.d * y + m.f]);
}

// How far two convex shapes overlap along the direction in which they do so least; negative: apart.
function overlap(p, q) {
    let least = Infinity;
    for (const shape of [p, q])
        for (let i = 0; i < 4; i++) {
            const [a, b] = [shape[i], shape[(i + 1) % 4]];
            const length = Math.hypot(b[0] - a[0], b[1] - a[1]) || 1;
            const along = ([x, y]) => (x * (b[1] - a[1]) - y * (b[0] - a[0])) / length;
            const [ps, qs] = [p.map(along), q.map(along)];
            least = Math.min(least, Math.max(...ps) - Math.min(...qs), Math.max(...qs) - Math.min(...ps));
        }
    return least;
}

function look(svg, say) {
    const page = svg.viewBox.baseVal;
    svg.setAttribute("width", page.width);
    svg.setAttribute("height", page.height);
    const texts = [...svg.querySelectorAll("text")].filter(t => t.textContent.trim() !== "");
    if (texts.length === 0)
        say("no text at all");
    const boxes = texts.map(corners), name = i => "'" + texts[i].textContent.trim() + "'";
    boxes.forEach((box, i) => {
        if (box.some(([x, y]) => x < 0 || y < 0 || x > page.width || y > page.height))
            say(name(i) + " leaves the page");
        for (let j = 0; j < i; j++)
            if (overlap(box, boxes[j]) > 0.5)
                say(name(i) + " overlaps " + name(j));
    });
}

// A picture of pixels: its outermost ones are white, or something was cut.
function look_at_edges(image, say) {
    const canvas = document.createElement("canvas");
    const [w, h] = [canvas.width = image.naturalWidth, canvas.height = image.naturalHeight];
    if (w === 0)
        return say("is no picture");
    const context = canvas.getContext("2d");
    context.drawImage(image, 0, 0);
    const strips = { left: [0, 0, 2, h], right: [w - 2, 0, 2, h], top: [0, 0, w, 2], bottom: [0, h - 2, w, 2] };
    for (const [side, strip] of Object.entries(strips))
        if (context.getImageData(...strip).data.some(v => v < 200))
            say("something touches the " + side + " edge");
}

window.addEventListener("load", () => {
    const faults = [];
    for (const figure of document.querySelectorAll("figure")) {
        const say = text => faults.push(figure.id + ": " + text);
        figure.querySelectorAll("svg").forEach(svg => look(svg, say));
        figure.querySelectorAll("img").forEach(image => look_at_edges(image, say));
    }
    document.body.innerHTML = "<pre id='faults'>\n" + faults.concat(["looked"]).join("\n") + "\n</pre>";
});
