"""Losses of single samples and the gradient of every named network, in both precisions, against
PyTorch in double precision. Prints TAP. torch.sh runs it in a directory of its own."""
import copy
import csv
import os
import subprocess

import numpy as np
import torch
from torch import nn

FEDOMP = os.environ["FEDOMP"]
N = 6  # samples, each a client of its own
random = np.random.default_rng(12)


class Residual(nn.Module):
    """act(F(x) + x), x projected where F changes its shape."""

    def __init__(self, inputs, outputs, stride, act):
        super().__init__()
        self.act = act()
        self.one = normal(nn.Conv2d(inputs, outputs, 3, stride, 1, bias=False))
        self.two = normal(nn.Conv2d(outputs, outputs, 3, 1, 1, bias=False))
        self.project = normal(nn.Conv2d(inputs, outputs, 1, stride, bias=False)) \
            if stride > 1 else nn.Identity()

    def forward(self, x):
        return self.act(self.two(self.act(self.one(x))) + self.project(x))


class Recurrent(nn.Module):
    """The outputs of every position. Of PyTorch's two biases the second is 0 and stays out."""

    def __init__(self, symbols, embedding, layers, units):
        super().__init__()
        self.embedding = nn.Embedding(symbols, embedding)
        self.lstm = nn.LSTM(embedding, units, num_layers=layers, batch_first=True)
        self.last = nn.Linear(units, symbols)

    def forward(self, x):
        return self.last(self.lstm(self.embedding(x))[0]).transpose(1, 2)

    def chosen(self):
        for name, p in self.named_parameters():
            if "bias_hh" in name:
                p.data.zero_()
            else:
                yield p


def normal(convolution):
    return nn.Sequential(convolution, nn.GroupNorm(2, convolution.out_channels))


def perceptron(act, _):
    return nn.Sequential(nn.Flatten(), nn.Linear(784, 30), act(), nn.Linear(30, 20), act(),
                         nn.Linear(20, 10))


def lenet5(act, pool):
    return nn.Sequential(
        nn.Conv2d(1, 6, 5, padding=2), act(), pool(2), nn.Conv2d(6, 16, 5), act(), pool(2),
        nn.Flatten(), nn.Linear(400, 120), act(), nn.Linear(120, 84), act(), nn.Linear(84, 10))


def cnn_femnist(act, pool):
    return nn.Sequential(
        nn.Conv2d(1, 32, 5, padding=2), act(), pool(2),
        nn.Conv2d(32, 64, 5, padding=2), act(), pool(2),
        nn.Flatten(), nn.Linear(3136, 512), act(), nn.Linear(512, 10))


def cnn_cifar(act, pool):
    return nn.Sequential(
        nn.Conv2d(3, 40, 3, padding=1), act(), nn.Conv2d(40, 40, 3, padding=1), act(),
        pool(2), nn.Flatten(), nn.Linear(10240, 150), act(), nn.Linear(150, 10))


def mobilenet(act, _):
    """A quarter of its width."""
    parts, last = [normal(nn.Conv2d(3, 8, 3, 1, 1, bias=False)), act()], 8
    for channels, stride in zip((16, 32, 32, 64, 64, 128, 128, 128, 128, 128, 128, 256, 256),
                                (1, 2, 1, 2, 1, 2, 1, 1, 1, 1, 1, 2, 1)):
        parts += [normal(nn.Conv2d(last, last, 3, stride, 1, groups=last, bias=False)), act(),
                  normal(nn.Conv2d(last, channels, 1, bias=False)), act()]
        last = channels
    return nn.Sequential(*parts, nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(last, 10))


def resnet18(act, _):
    """An eighth of its width."""
    parts, last = [normal(nn.Conv2d(3, 8, 3, 1, 1, bias=False)), act()], 8
    for stage in range(4):
        channels = 8 << stage
        parts += [Residual(last, channels, 2 if stage else 1, act),
                  Residual(channels, channels, 1, act)]
        last = channels
    return nn.Sequential(*parts, nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(last, 10))


def images(shape):
    x = random.integers(0, 256, (N,) + shape, dtype=np.uint8)
    y = np.arange(N) % 10
    np.save("x.npy", x)
    np.save("y.npy", y)
    text = 'source = "file"; path = "x.npy"; target_path = "y.npy"; divide = 255.0; classes = 10;'
    return text, torch.tensor(x / 255.0), torch.tensor(y)


def text(length, symbols):
    """Characters, numbered by their codes: the line end is 1, and 0 is what is not known."""
    stream = random.permutation(np.resize(np.arange(symbols), N * length + 1))
    with open("play.txt", "w", encoding="ascii") as out:
        out.write("".join(chr(ord("a") + k) for k in stream) + "\n")
    number = torch.tensor(stream + 2)
    x = number[:-1].reshape(N, length)
    return ('source = "file"; path = "play.txt"; length = %d;' % length, x,
            number[1:].reshape(N, length))


GREY, COLOUR = (1, 28, 28), (3, 32, 32)
IMAGES = [
    ('type = "mlp"; hidden = [30, 20]', perceptron, GREY),
    ('type = "lenet5"', lenet5, GREY),
    ('type = "cnn-femnist"', cnn_femnist, GREY),
    ('type = "cnn-cifar"', cnn_cifar, COLOUR),
    ('type = "mobilenet"; width = 0.25', mobilenet, COLOUR),
    ('type = "resnet18-gn"; width = 0.125', resnet18, COLOUR),
]
CONFIG = """data = { %s };
partition = { clients = %d; scheme = "random"; };
model = { %s precision = "%s"; };
loss = { type = "softmax"; optimum = false; };
algorithm = { name = "fedavg"; rounds = 1; learning_rate = 1.0; initial = "file";
              initial_path = "start.npy"; };
output = { clients = true; };
"""


def parameters(model):
    return list(model.chosen() if isinstance(model, Recurrent) else model.parameters())


def expected(model, x, y):
    """Losses of the samples in order of size, and the gradient of their mean, by PyTorch."""
    losses = nn.functional.cross_entropy(model(x), y, reduction="none").reshape(N, -1).mean(1)
    grad = torch.autograd.grad(losses.mean(), parameters(model))
    return np.sort(losses.detach().numpy()), torch.cat([g.reshape(-1) for g in grad]).numpy()


def found(data, model, precision, start):
    with open("run.cfg", "w", encoding="ascii") as out:
        out.write(CONFIG % (data, N, model.rstrip(";") + ";", precision))
    subprocess.run([FEDOMP, "-q", "--force", "-c", "run.cfg", "-o", "out"], check=True)
    with open("out/clients.csv", encoding="ascii") as rows:
        losses = [float(r["loss"]) for r in csv.DictReader(rows) if r["round"] == "0"]
    if os.path.exists("out/theta.npy"):
        theta = np.load("out/theta.npy").reshape(-1)
    else:
        with open("out/theta.csv", encoding="ascii") as rows:
            theta = np.array([float(v) for v in list(csv.reader(rows))[1][3:]])
    return np.sort(losses), start - theta


def difference(a, b):
    return np.abs(a - b).max() / np.abs(b).max()


def cases():
    """Networks, samples and precisions. Single precision is compared where there are no kinks: a
    number next to one may fall to its other side."""
    for model, make, shape in IMAGES:
        pooling = "" if make in (perceptron, mobilenet, resnet18) else ' pooling = "average";'
        yield model, make(nn.ReLU, nn.MaxPool2d), images(shape), ("double",)
        yield (model + '; activation = "tanh";' + pooling, make(nn.Tanh, nn.AvgPool2d),
               images(shape), ("single", "double"))
    yield ('type = "mlp"; hidden = [30, 20]; activation = "logistic"',
           perceptron(nn.Sigmoid, None), images(GREY), ("single", "double"))
    # seven characters, the line end and the unknown one
    yield ('type = "char-lstm"; width = 0.25', Recurrent(9, 2, 2, 64), text(12, 7),
           ("single", "double"))
    yield ('type = "word-lstm"; width = 0.1', Recurrent(9, 10, 1, 67), text(12, 7),
           ("single", "double"))


def main():
    count = failed = 0
    torch.manual_seed(5)
    for model, net, (data, x, y), precisions in cases():
        net = net.double()
        chosen = parameters(net)
        start = torch.cat([p.detach().reshape(-1) for p in chosen]).numpy()
        np.save("start.npy", start)
        losses, grad = expected(net, x, y)
        # what PyTorch itself loses in single precision, where a network is deep
        _, rough = expected(copy.deepcopy(net).float(), x.float() if x.is_floating_point() else x,
                            y)
        for precision in precisions:
            most = 1e-10 if precision == "double" else max(1e-5, 2 * difference(rough, grad))
            got_losses, got = found(data, model, precision, start)
            forward, backward = difference(got_losses, losses), difference(got, grad)
            count += 1
            good = len(got) == len(grad) and forward <= most and backward <= most
            failed += not good
            print("%sok %d - %s, %s precision" % ("" if good else "not ", count, model, precision))
            print("# losses %.1e, gradient %.1e, at most %.1e; %d parameters" %
                  (forward, backward, most, len(grad)))
    print("1..%d" % count)
    return failed > 0


raise SystemExit(main())
