#!/usr/bin/python3
"""Steps of networks against PyTorch's, one thread each, by turns: networks.py PROGRAM [TURNS].

A step is forward, backward and theta -= rate grad. Each turn gives both sides the same number of
seconds; what counts is the least processor time of a step over all turns.
"""
import subprocess
import sys
import time

try:
    import torch
    from torch import nn
except ImportError:
    print("networks: python3-torch is not installed")
    sys.exit(0)

SECONDS = 0.5


def lenet5():
    return nn.Sequential(
        nn.Conv2d(1, 6, 5, padding=2), nn.ReLU(), nn.MaxPool2d(2),
        nn.Conv2d(6, 16, 5), nn.ReLU(), nn.MaxPool2d(2), nn.Flatten(),
        nn.Linear(400, 120), nn.ReLU(), nn.Linear(120, 84), nn.ReLU(), nn.Linear(84, 10))


def cnn_femnist():
    return nn.Sequential(
        nn.Conv2d(1, 32, 5, padding=2), nn.ReLU(), nn.MaxPool2d(2),
        nn.Conv2d(32, 64, 5, padding=2), nn.ReLU(), nn.MaxPool2d(2), nn.Flatten(),
        nn.Linear(3136, 512), nn.ReLU(), nn.Linear(512, 62))


class CharLstm(nn.Module):
    def __init__(self):
        super().__init__()
        self.embedding = nn.Embedding(86, 8)
        self.lstm = nn.LSTM(8, 256, num_layers=2, batch_first=True)
        self.last = nn.Linear(256, 86)

    def forward(self, x):
        return self.last(self.lstm(self.embedding(x))[0]).transpose(1, 2)


# model, PyTorch's, features, classes, symbols, batch, clients, steps, the ratio asked for
CASES = (
    ("lenet5", lenet5, 784, 10, 0, 64, 1, 1, 2.5),
    ("lenet5", lenet5, 784, 10, 0, 10, 100, 6, 3.0),
    ("cnn-femnist", cnn_femnist, 784, 62, 0, 20, 1, 1, 0.9),
    ("char-lstm", CharLstm, 80, 86, 86, 4, 1, 1, 1.5),
)


def torch_seconds(case):
    _, make, d, classes, symbols, batch, clients, steps, _ = case
    torch.manual_seed(1)
    model = make()
    start = [p.detach().clone() for p in model.parameters()]
    n = batch * steps
    if symbols:
        x = torch.randint(symbols, (n, d))
        y = x.roll(-1, 1)
    else:
        x = torch.rand(n, 1, 28, 28)
        y = torch.arange(n) % classes
    loss = nn.CrossEntropyLoss()
    descent = torch.optim.SGD(model.parameters(), lr=0.01)
    least, begin = float("inf"), time.process_time()
    while time.process_time() - begin < SECONDS:
        start_at = time.process_time()
        with torch.no_grad():
            for p, q in zip(model.parameters(), start):
                p.copy_(q)
        for k in range(steps):
            rows = slice(k * batch, (k + 1) * batch)
            descent.zero_grad(set_to_none=True)
            loss(model(x[rows]), y[rows]).backward()
            descent.step()
        least = min(least, (time.process_time() - start_at) / steps)
    return least, sum(p.numel() for p in start)


def own_seconds(program, case):
    name, _, *numbers, _ = case
    words = [program, name] + [str(k) for k in numbers] + [str(SECONDS)]
    least, p = subprocess.run(words, check=True, capture_output=True, text=True).stdout.split()
    return float(least), int(p)


def main():
    program, turns = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 6
    torch.set_num_threads(1)
    print("PyTorch %s, one thread each; least of %d turns of %g s" %
          (torch.__version__, turns, SECONDS))
    for case in CASES:
        ours, theirs = [], []
        for _ in range(turns):
            ours.append(own_seconds(program, case)[0])
            theirs.append(torch_seconds(case)[0])
        batch = case[5]
        print("%-12s batch %2d, %3d clients: fedomp %8.0f samples/s, PyTorch %8.0f, %5.2f times "
              "(asked: %.1f)" % (case[0], batch, case[6], batch / min(ours), batch / min(theirs),
                                 min(theirs) / min(ours), case[8]))


main()
